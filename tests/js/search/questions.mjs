// node questions.mjs JOB.json: print the search box's answers as JSON. JOB: {packages, answers, questions}.
// Not a test in itself: tests/site/search/test_search_index.py runs it.
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
const { Answers } = await import("../../../cattools/site/frontend/search/ranking.mjs");

const started = performance.now();
const answers = new Answers(job.answers);
const ready = performance.now() - started;
const found = job.questions.map((/** @type {{ asks: string, beside?: string }} */ { asks, beside }) => {
  const begun = performance.now();
  const all = answers.to(asks, beside);
  return { rules: all.map(({ rule, at }) => rule ?? at), ms: performance.now() - begun };
});
console.log(JSON.stringify({ ready, found }));
