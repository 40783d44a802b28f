// node replay.mjs JOB.json: play precomputed answers with the page's own code; print what each message shows.
// JOB: [{file, names, areas, messages}]. Not a test in itself: tests/site/precomputed/test_precomputed.py runs it.
import fs from "node:fs";
import { Recording } from "../../../cattools/site/frontend/precomputed/decode.mjs";
import { Playback } from "../../../cattools/site/frontend/precomputed/player.mjs";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

/** @param {Map<string, (number | string)[]>} pictures */
const shown = (pictures) => Object.fromEntries(pictures);

console.log(
  JSON.stringify(
    job.map((/** @type {any} */ { file, names, areas, messages }) => {
      const playback = new Playback(new Recording(JSON.parse(fs.readFileSync(file, "utf8"))), { names, areas });
      const seen = [];
      for (const message of messages) {
        if (message.kind === "hover") {
          const { known, hint, pictures } = playback.point(message.area);
          seen.push({ ...playback.look, known, hint, pictures: shown(pictures), remember: [] });
        } else {
          if (!playback.answer(message)) break;
          const { look, remember } = playback;
          seen.push({ ...look, hint: "", pictures: shown(look.pictures), remember });
        }
      }
      return seen;
    }),
  ),
);
