// @ts-check
// The first script of a page with boards.
import { boot } from "../../../live/frontend/page/boot.mjs";
import { positionIn } from "../../../widgets/frontend/url_fragment.js";
import { answerFromRecords, prefetch } from "../precomputed/load.mjs";
import { boardsAreRestored } from "./boards_in_other_language.mjs";
import { translatedInto } from "./edition.mjs";
import { layOutWhileParsed } from "./static_layout.mjs";

const isRecorded = !new URL(location.href).searchParams.has("unrecorded");
const answers = () => isRecorded && !boardsAreRestored(); // a restored board's state differs from its picture

boot({
  language: translatedInto,
  begun: layOutWhileParsed,
  painting: (page) => {
    if (answers() && positionIn(location.hash) === null) prefetch(page, document);
  },
  answer: async (page) => (answers() ? answerFromRecords(page) : undefined),
  prefetch,
});
