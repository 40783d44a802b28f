// @ts-check
// The first script of a page with boards.
import { boot } from "../../../live/frontend/page/boot.mjs";
import { positionIn } from "../../../widgets/frontend/url_fragment.js";
import { answerFromRecords, prefetch } from "../precomputed/load.mjs";
import { translatedInto } from "./edition.mjs";
import { layOutWhileParsed } from "./static_layout.mjs";

const recorded = !new URL(location.href).searchParams.has("unrecorded");

boot({
  language: translatedInto,
  begun: layOutWhileParsed,
  painting: (page) => {
    if (recorded && positionIn(location.hash) === null) prefetch(page, document);
  },
  answer: async (page) => (recorded ? answerFromRecords(page) : undefined),
  prefetch,
});
