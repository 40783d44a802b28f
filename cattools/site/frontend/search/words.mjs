// @ts-check
// Words of texts and questions, in the form in which the search compares them: English words as stems, in one spelling
// and with figures for numbers, and Japanese words without their endings.
import { stemmer } from "stemmer";

const RUN =
  /[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*|(?:(?!\p{P})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])+|[≠♂♀☆]/gu;
// Neither separates words. NFKC would turn some apostrophes into spaces.
const APOSTROPHES = /['‘’‛′´`ʼ＇]/g;
const INVISIBLE = /\p{Cf}|\u034f|[\ufe00-\ufe0f]/gu;
const JAPANESE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const ENDING = /(?<=[\p{Script=Han}\p{Script=Katakana}ー])\p{Script=Hiragana}+$/u;
const NUMBERS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen twenty`.split(/\s+/);
const ORDINALS = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
// Groups of irregular forms; the first word of each group stands for all of them.
const FORMS = `begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|child children
  choose chose chosen|do did done|draw drew drawn|eat ate eaten|fall fell fallen|find found|fit fitted
  fly flew flown|forget forgot forgotten|get got gotten|give gave given|go went gone goes|grow grew grown|half halves
  hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|leave leaves|lie lying lies|lose lost|make made
  man men|mean meant|meet met|mouse mice|pay paid|run ran|say said|see saw seen|sell sold|send sent
  show shown showed|sit sat|spend spent|stand stood|steal stole stolen|stick stuck|take took taken|teach taught
  tell told|think thought|throw threw thrown|tie tying tied ties|wear wore worn|win won|wolf wolves|write wrote written
  person people|most mostly|near nearer nearest|low lower lowest|small smaller smallest|high higher highest
  large larger largest|big bigger biggest|long longer longest|few fewer fewest|close closer closest`;
// Kanji, each with its readings in kana; for verbs and adjectives, the beginning that all forms share.
const READINGS = `猫 ねこ ネコ にゃんこ|動物 どうぶつ|模様 もよう|色 いろ|赤 あか アカ|青 あお アオ|黄色 きいろ|緑 みどり|紫 むらさき
  白 しろ|黒 くろ|手札 てふだ|山札 やまふだ|手番 てばん|得点 とくてん|点数 てんすう|同点 どうてん|引分 ひきわけ|勝 かち かつ かった かてる
  負 まけ まける まけた|取 とる とれる とって とった とり とれ|置 おく おける おいて おいた おけ|動 うごく うごか うごけ うごい うごき
  逃 にげる にげた にげて にげな にげら|捨 すてる すてた すてて|引 ひく ひける ひいて ひいた|配 くばる くばっ くばり|数 かず かぞえ
  始 はじめ はじま|終 おわる おわり おわっ おわら|壁 かべ|牧場 ぼくじょう|狼 おおかみ オオカミ|羊 ひつじ ヒツジ|牛 うし ウシ
  豚 ぶた ブタ|馬 うま ウマ|円盤 えんばん|宝 たから おたから|箱 はこ|列 れつ|隣 となり|斜 ななめ|一直線 いっちょくせん|強 つよい つよさ|弱 よわい
  順番 じゅんばん|人数 にんずう|何人 なんにん|何枚 なんまい|何点 なんてん|何匹 なんびき|準備 じゅんび|同 おなじ|違 ちがう ちがっ|裏 うら|表 おもて
  重 かさね かさな|裏返 うらがえ|混 まざる まざっ まぜる まぜて|数字 すうじ|相手 あいて|自分 じぶん|公園 こうえん|繋 つなが つなげ つない つなぎ
  挟 はさむ はさん はさま はさみ|囲 かこむ かこん かこま|捕 つかまえ つかまっ つかまる つかまら|置換 おきかえ おきかわ 置きかえ 置きかわ 置き換え 置き換わ
  入替 いれかえ いれかわ 入れかえ 入れかわ 入れ替え 入れ替わ 入れ換え|飛越 とびこえ とびこさ とびこし とびこす 飛び越え 飛び越さ 飛び越し 飛び越す|引分 引き分け|取除 とりのぞ 取り除|組合 くみあわせ 組み合わせ
  選 えらぶ えらん えらべ えらば|決 きめる きめて きまる きまっ|使 つかう つかえ つかっ つかわ
  残 のこる のこっ のこり|外 はずす はずし はずれ|戻 もどす もどし もどる もどっ もどれ もどせ|進 すすむ すすめ|集 あつめ あつまる あつまっ
  埋 うまる うまっ うめる|乗 のせる のせて のせら|続 つづけ つづく|余 あまる あまっ あまり|混 まじる|欲 ほしい ほしく|見 みせる みせて みえる
  一番 いちばん|全部 ぜんぶ|全員 ぜんいん みんな|必 かならず|最初 さいしょ|最後 さいご|途中 とちゅう|一緒 いっしょ|子供 こども 子ども
  1人 ひとり|2人 ふたり|1つ ひとつ|2つ ふたつ|3つ みっつ|4つ よっつ|5つ いつつ|6つ むっつ
  誰 だれ|前 まえ|後 あと|上 うえ|中 なか|人 ひと|縦 たて|横 よこ|角 かど|形 かたち|向 むき むける|端 はし はじ|足 たりな たりる|出 だせる だして だせな だした
  回 まわす まわせ まわし|減 へる へらす へって|増 ふえる ふやす|席 せき|声 こえ|袋 ふくろ|柄 がら|匹 ひき びき|枚 まい|間 あいだ|星 ほし|縞 しま|蔓 つる|雄 おす オス|雌 めす メス
  周囲 まわり|接 ふれる せっする|範囲 はんい|番号 ばんごう|種類 しゅるい|連鎖 れんさ|阻止 そし|交換 こうかん|予想 よそう|基準色 きじゅんしょく|捕獲 ほかく
  上級 じょうきゅう|条件 じょうけん|水色 みずいろ|花 はな|除 のぞく のぞき|断 ことわる|枠 わく|隙間 すき間 すきま|載 のっ|全部 すべて 全て|一杯 いっぱい`;
// Numerals before a counter, which the rules write as digits.
const NUMERAL = /[一二三四五六七八九十](?=[つ人枚個匹頭点回度色種歩組列本箇カケヶか歳周]|手番|マス|ラウンド)/g;
const FIGURES = "一二三四五六七八九";
// Obligation, and negation or prohibition, with verbs in all forms.
const MUST = /な(?:ければ|くては)(?:なら|いけ)(?:ない|ません)|ないと(?:いけない|だめ|ダメ)|なきゃ/g;
const NOT =
  /(?:ては?|ちゃ)(?:いけ|なら)(?:ない|ません)|(?:いけ|なら)(?:ない|ません)|ません|ない|なかっ|なくな|無い|だめ|ダメ|駄目|不可|禁止|なし(?!で)/g;
// Words that say nothing about what a question asks.
const STOP_WORDS = new Set(
  `a about actually all also am an and any are as at be been being but by can cannot cant could couldnt did didnt
  do does doesnt dont for from get gets got has hasnt have havent having he hed her hers hes him his how i id if
  ill im in into is isnt it its itself ive just let lets like make makes may me might mine my of oh ok on or our
  ours please really shall she shes should shouldnt so some still such than thanks that thats the their them then
  there theres these they theyre theyve this those to too us was wasnt we well were weve what whats when where
  whether which while who whos whose why will with wont would wouldnt yes you your yours youre`.split(/\s+/),
);

// The same in Japanese: "can be done".
const CAN = /^(?:でき|出来)(?:る|ます)?か?$/;
const LONG_VOWEL = /(?<=[\p{Script=Katakana}ー]{3})ー$/u; // which many words have or omit, such as コンピューター

/** @type {Map<string, string>} irregular and numeral forms -> the word that stands for them */
const SAME = new Map([
  ...FORMS.split(/[|\n]/).flatMap((line) => {
    const [word, ...forms] = line.trim().split(" ");
    return forms.map((form) => /** @type {[string, string]} */ ([form, word]));
  }),
  ...NUMBERS.map((word, n) => /** @type {[string, string]} */ ([word, `${n}`])),
  ...ORDINALS.map((word, n) => /** @type {[string, string]} */ ([word, `${n + 2}`])),
  ["once", "1"],
  ["twice", "2"],
  ["grey", "gray"],
]);
/** @type {Map<string, string>} */
const KANJI = new Map(
  READINGS.split(/[|\n]/).flatMap((line) => {
    const [kanji, ...readings] = line.trim().split(" ");
    return readings.map((reading) => /** @type {[string, string]} */ ([reading, kanji]));
  }),
);
// Long readings are found anywhere: a text in kana alone is rarely split between its words.
const LONG_READING = new RegExp(
  [...KANJI.keys()]
    .filter((reading) => reading.length > 2)
    .sort((one, other) => other.length - one.length)
    .join("|"),
  "g",
);
/** @type {Map<string, string>} */
const stems = new Map(); // cache: the same few words occur everywhere

/** @type {(word: string) => string} its stem in American spelling, which is the same for all its forms */
export function stem(word) {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const plain = SAME.get(word) ?? word;
  const american = plain
    .replace(/(?<=\w{3})our(?=s?$|ed$|ing$|ful$|ite|less)/, "or")
    .replace(/is(?=(e[ds]?|ing|ation)$)/, "iz")
    .replace(/(?<=\w{3})tre(?=s?$)/, "ter");
  const found = stemmer(american);
  stems.set(word, found);
  return found;
}

const KANA = "ァ".charCodeAt(0) - "ぁ".charCodeAt(0);

/** @type {(by: number) => (text: string) => string} */
const shifted = (by) => (text) =>
  text.replace(by > 0 ? /[ぁ-ゖ]/g : /[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + by));

export const katakana = shifted(KANA);
export const hiragana = shifted(-KANA);

/** @type {(text: string) => string} */
export const normalized = (text) =>
  text.replace(APOSTROPHES, "").replaceAll("・", "").normalize("NFKC").replace(INVISIBLE, "").toLowerCase();

/** @type {(word: string) => boolean} */
export const isStopWord = (word) => STOP_WORDS.has(word);

const STOP_STEMS = new Set([...STOP_WORDS].map(stem)); // such as "mai" for "may"

/** @type {(term: string) => boolean} whether it is the stem of a stop word */
export const isStopStem = (term) => STOP_STEMS.has(term);

/** @type {(text: string) => boolean} */
export const isJapanese = (text) => JAPANESE.test(text);

/** @type {(text: string) => string[]} its words in lower case; Japanese words without their endings */
export function words(text) {
  const plain = normalized(text);
  const hasJapanese = isJapanese(plain);
  const runs = (hasJapanese ? inKanji(plain) : plain).match(RUN) ?? [];
  const segmented = hasJapanese ? segments(runs.filter(isJapanese)) : [];
  const found = [];
  for (const run of runs)
    if (hasJapanese && isJapanese(run)) found.push(...japaneseWords(run, segmented.shift() ?? []));
    else if (run.includes("-")) found.push(...run.split("-"), run.replaceAll("-", ""));
    else found.push(run);
  return found;
}

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : null;

/** @type {(kana: string) => string} with kanji for words in kana that are long enough to be certain, and digits */
export const inKanji = (kana) =>
  kana
    .replace(LONG_READING, (reading) => KANJI.get(reading) ?? reading)
    .replace(MUST, "必")
    .replace(NOT, "無")
    .replace(NUMERAL, (figure) => `${FIGURES.indexOf(figure) + 1 || 10}`);

/** @type {(runs: string[]) => string[][]} the words in texts without spaces, or pairs of letters */
function segments(runs) {
  if (!segmenter) return runs.map(pairs);
  // One call for all texts is faster than many, and a line break always separates words.
  /** @type {string[][]} */
  const found = [[]];
  for (const { segment } of segmenter.segment(runs.join("\n")))
    if (segment === "\n") found.push([]);
    else found.at(-1)?.push(segment);
  return found;
}

/** @type {Map<string, string>} */
const plainForms = new Map(); // cache: Japanese words without their endings; empty if they do not matter

/** @type {(word: string) => string} */
function plainForm(word) {
  const known = plainForms.get(word);
  if (known !== undefined) return known;
  const plain = KANJI.get(word) ?? (CAN.test(word) ? "" : word.replace(ENDING, "").replace(LONG_VOWEL, ""));
  const found = !HIRAGANA.test(plain) || (segmenter && plain.length > 2) ? plain : "";
  plainForms.set(word, found);
  return found;
}

/** @type {(kana: string, segmented: string[]) => string[]} */
function japaneseWords(kana, segmented) {
  const whole = KANJI.get(kana);
  return whole ? [whole] : segmented.map(plainForm).filter(Boolean);
}

const LONE_KANJI = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu;

/** @type {(run: string) => string[]} its pairs of letters, and each kanji without another next to it: often a word */
const pairs = (run) =>
  run.length < 2 ? [run] : [...[...run].slice(1).map((letter, n) => run[n] + letter), ...(run.match(LONE_KANJI) ?? [])];

/** @type {(text: string) => string[]} the terms of a text in the index */
export const termsOf = (text) =>
  words(text)
    .filter((word) => !isStopWord(word))
    .map(stem);

/**
 * @param {string} a
 * @param {string} b
 * @param {number} most
 * @returns {number} how many additional, missing, different or swapped letters separate the words; any number above
 *   `most` if there are more
 */
export function wrongLetters(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [/** @type {number[]} */ ([]), [...b, ""].map((_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length];
}
