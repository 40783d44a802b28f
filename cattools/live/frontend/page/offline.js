// @ts-check
// Runs on every page of a book whose own scripts add nothing to offline use.
import { isMetered } from "./metered.mjs";
import { makeOffline, packsOfPage, reportUnavailable } from "./offline.mjs";

makeOffline("", async (registered) => {
  if (isMetered()) return;
  const { port2 } = new MessageChannel();
  (await registered()).postMessage({ read: location.href, parts: packsOfPage() }, [port2]);
}).catch(reportUnavailable);
