// @ts-check
// Words of texts and questions, in the form in which the search compares them: English words as stems, in one spelling
// and with figures for numbers, and Japanese words without their endings.
import { stemmer } from "stemmer";

const RUN = /[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+|[≠♂♀☆]/gu;
// Neither separates words. NFKC would turn some apostrophes into spaces.
const APOSTROPHES = /['‘’‛′´`ʼ＇]/g;
const INVISIBLE = /\p{Cf}|\u034f|[\ufe00-\ufe0f]/gu;
const JAPANESE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const ENDING = /(?<=[\p{Script=Han}\p{Script=Katakana}ー])\p{Script=Hiragana}+$/u;
const NUMBERS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen twenty`.split(/\s+/);
const ORDINALS = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
// Irregular forms, each line with the word that stands for all of them.
const FORMS = `begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|child children
  choose chose chosen|die dice|do did done|draw drew drawn|eat ate eaten|fall fell fallen|find found|fit fitted
  fly flew flown|forget forgot forgotten|get got gotten|give gave given|go went gone goes|grow grew grown|half halves
  hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|leave leaves|lie lying lies|lose lost|make made
  man men|mean meant|meet met|mouse mice|pay paid|run ran|say said|see saw seen|sell sold|send sent
  show shown showed|sit sat|spend spent|stand stood|steal stole stolen|stick stuck|take took taken|teach taught
  tell told|think thought|throw threw thrown|tie tying tied ties|wear wore worn|win won|wolf wolves|write wrote written
  person people|most mostly|near nearer nearest|low lower lowest|small smaller smallest|high higher highest
  large larger largest|big bigger biggest|long longer longest|few fewer fewest|close closer closest`;
// Kanji, each with the words in kana that are read as it; of verbs, the kanji without its ending.
const READINGS = `猫 ねこ ネコ にゃんこ|動物 どうぶつ|模様 もよう|色 いろ|赤 あか アカ|青 あお アオ|黄色 きいろ|緑 みどり|紫 むらさき
  白 しろ|黒 くろ|手札 てふだ|山札 やまふだ|手番 てばん|得点 とくてん|点数 てんすう|同点 どうてん|引分 ひきわけ|勝 かち かつ かった かてる
  負 まけ まける まけた|取 とる とれる とって とった とり とれ|置 おく おける おいて おいた おけ|動 うごく うごかす うごける うごかせる うごいて
  逃 にげる にげた にげて にげない|捨 すてる すてた すてて|引 ひく ひける ひいて ひいた|配 くばる くばって|数 かず かぞえる かぞえて
  始 はじめる はじまる はじめ はじめて|終 おわる おわり おわって おわった|壁 かべ|牧場 ぼくじょう|狼 おおかみ オオカミ|羊 ひつじ ヒツジ|牛 うし ウシ
  豚 ぶた ブタ|馬 うま ウマ|円盤 えんばん|宝 たから おたから|箱 はこ|列 れつ|隣 となり|斜 ななめ|一直線 いっちょくせん|強 つよい つよさ|弱 よわい
  順番 じゅんばん|人数 にんずう|何人 なんにん|何枚 なんまい|何点 なんてん|何匹 なんびき|準備 じゅんび|同 おなじ|違 ちがう|裏 うら|表 おもて
  重 かさねる かさなる かさねて|裏返 うらがえす うらがえし|混 まざる まざって まぜる まぜて|数字 すうじ|相手 あいて|自分 じぶん|公園 こうえん`;
// Words that say nothing about what a question asks.
const STOP_WORDS = new Set(
  `a about actually all also am an and any are as at be been being but by can cannot cant could couldnt did didnt
  do does doesnt dont for from get gets got has hasnt have havent having he hed her hers hes him his how i id if
  ill im in into is isnt it its itself ive just let lets like make makes may me might mine my of oh ok on or our
  ours please really shall she shes should shouldnt so some still such than thanks that thats the their them then
  there theres these they theyre theyve this those to too us was wasnt we well were weve what whats when where
  whether which while who whos whose why will with wont would wouldnt yes you your yours youre`.split(/\s+/),
);

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
// Long readings are found anywhere: a text in kana alone is rarely split at its words.
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

/** @type {(text: string) => string} */
const normalized = (text) => text.replace(APOSTROPHES, "").normalize("NFKC").replace(INVISIBLE, "").toLowerCase();

/** @type {(word: string) => boolean} */
export const isStopWord = (word) => STOP_WORDS.has(word);

/** @type {(text: string) => boolean} */
export const isJapanese = (text) => JAPANESE.test(text);

/** @type {(text: string) => string[]} its words in lower case; Japanese words without their endings */
export function words(text) {
  return (normalized(text).match(RUN) ?? []).flatMap((run) => {
    if (isJapanese(run)) return japaneseWords(run);
    return run.includes("-") ? [...run.split("-"), run.replaceAll("-", "")] : [run];
  });
}

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : null;

/** @type {(kana: string) => string} the text with kanji for words in kana, if they are long enough to be certain */
export const inKanji = (kana) => kana.replace(LONG_READING, (reading) => KANJI.get(reading) ?? reading);

/** @type {(kana: string) => string[]} the words in text without spaces, or pairs of letters */
function japaneseWords(kana) {
  const run = inKanji(kana);
  const found = segmenter ? [...segmenter.segment(run)].map(({ segment }) => segment) : pairs(run);
  return found
    .map((word) => KANJI.get(word) ?? word.replace(ENDING, ""))
    .filter((word) => !HIRAGANA.test(word) || (segmenter && word.length > 2));
}

/** @type {(run: string) => string[]} */
const pairs = (run) => (run.length < 2 ? [run] : [...run].slice(1).map((letter, n) => run[n] + letter));

/** @type {(text: string) => string[]} the terms of a text in the index */
export const termsOf = (text) =>
  words(text)
    .filter((word) => !isStopWord(word))
    .map(stem);

/**
 * @param {string} a
 * @param {string} b
 * @param {number} most
 * @returns {number} how many letters more, less or different, or pairs of swapped letters, make the words equal; or any
 *   number above `most`
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
