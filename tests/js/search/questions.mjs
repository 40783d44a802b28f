// node questions.mjs: print the search box's answers, one line of JSON for each line of questions that is read.
// Not a test in itself: tests/site/search/measure.py runs it. The first line is {packages, files, segments}, the next
// ones are {files, language, questions}. The `files` of the index are those of an English page; a line of questions may
// have those of a page in another language. Without `segments`, the search works as in a browser that cannot split
// Japanese text into words.
import { registerHooks } from "node:module";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const about = JSON.parse((await lines.next()).value ?? "");
// The front end's packages are in a folder where the bundler looks for them but Node does not.
const packages = pathToFileURL(about.packages).href;
registerHooks({
  resolve: (name, context, next) =>
    next(
      name,
      /^[a-z]/.test(name) && !name.startsWith("node:") && !name.startsWith("file:")
        ? { ...context, parentURL: packages }
        : context,
    ),
});
if (!about.segments) Reflect.deleteProperty(Intl, "Segmenter");
const { Answers } = await import("../../../cattools/site/frontend/search/ranking.mjs");

const { isJapanese } = await import("../../../cattools/site/frontend/search/words.mjs");

/** @type {(begun: NodeJS.CpuUsage) => number} milliseconds; unlike wall-clock time, independent of other programs */
const since = (begun) => {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};
/** @param {AnswersFiles} files */
const read = async (files) => ({
  own: Answers.read({ ...files, other: {} }),
  both: await Answers.readInSlices(files, async () => {}),
});
const usual = await read(about.files);

for await (const line of lines) {
  const { files, language, questions } = JSON.parse(line);
  const { own, both } = files ? await read(files) : usual;
  const found = questions.map((/** @type {{ asks: string, game?: string }} */ { asks, game }) => {
    const answers = isJapanese(asks) === (language === "ja") ? own : both;
    const begun = process.cpuUsage();
    const all = answers.to(asks, game);
    const ms = since(begun);
    const rules = all.map(({ answer }) => answer.rule ?? answer.at);
    const quoted = all.map(({ dispute }) => dispute?.at.replace(/.*#/, "") ?? "");
    const unknown = answers.unknown(asks);
    return { rules, unknown, said: all.map(({ sentence }) => sentence), quoted, ms };
  });
  console.log(JSON.stringify(found));
}
