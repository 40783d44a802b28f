// node questions.mjs JOB.json: print the search box's answers as JSON. JOB: {packages, files, questions, segments}.
// Not a test in itself: tests/site/search/measure.py runs it. The two `files` of the index are those of an English
// page. Without `segments` it works as in a browser that cannot split Japanese text into words.
import fs from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
// The front end's packages are in a folder where the bundler looks for them but Node does not.
const packages = pathToFileURL(job.packages).href;
registerHooks({
  resolve: (name, context, next) =>
    next(
      name,
      /^[a-z]/.test(name) && !name.startsWith("node:") && !name.startsWith("file:")
        ? { ...context, parentURL: packages }
        : context,
    ),
});
if (!job.segments) Reflect.deleteProperty(Intl, "Segmenter");
const { Answers } = await import("../../../cattools/site/frontend/search/ranking.mjs");

const { isJapanese } = await import("../../../cattools/site/frontend/search/words.mjs");

const [file, other] = job.files;
/** @type {(begun: NodeJS.CpuUsage) => number} unlike the time on the wall, it does not depend on other programs */
const since = (begun) => {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};
const started = process.cpuUsage();
const english = Answers.read(file);
const ready = since(started);
const both = await Answers.readInSlices(file, other, async () => {});
const found = job.questions.map((/** @type {{ asks: string, game?: string }} */ { asks, game }) => {
  const answers = isJapanese(asks) ? both : english;
  const begun = process.cpuUsage();
  const all = answers.to(asks, game);
  const ms = since(begun);
  const rules = all.map(({ answer }) => answer.rule ?? answer.at);
  const quoted = all.map(({ dispute }) => dispute?.at.replace(/.*#/, "") ?? "");
  const unknown = answers.unknown(asks);
  return { rules, unknown, said: all.map(({ sentence }) => sentence), quoted, ms };
});
console.log(JSON.stringify({ ready, found }));
