// @ts-check
// Runs on every page once it is idle: registers the service worker, which stores what all games need and the pages that
// are read. A shelf in the footer shows when the book can be used offline.
import { isMetered } from "../../../live/frontend/page/metered.mjs";
import { makeOffline, reportUnavailable } from "../../../live/frontend/page/offline.mjs";
import { editionFolder, keepPlaceInOtherLanguages } from "./edition.mjs";
import { OfflineShelf } from "./offline_shelf.mjs";

keepPlaceInOtherLanguages();
makeOffline(editionFolder(), (registered, controlled) => {
  const shelf = new OfflineShelf(registered);
  if (isMetered()) shelf.appear(controlled);
  else return shelf.keepPage();
}).catch(reportUnavailable);
