// @ts-check
// Pictures that are to fill the screen stand where their boards will stand: when these come, nothing jumps.
import { siteRoot } from "../../widgets/layer/address.js";
import { Stage } from "../../widgets/layer/stage.js";
import { STATIC } from "./shells.mjs";

/** Stand the page's pictures, now and whenever the window changes. */
export function standPictures() {
  const home = siteRoot();
  const shells = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${STATIC}[data-fills]`));
  const stages = [...shells].map((root) => new Stage({ root, home }));
  const stand = () => {
    for (const stage of stages) if (stage.board.root.isConnected) stage.layOut();
  };
  stand();
  const sizes = new ResizeObserver(() => requestAnimationFrame(stand)); // what moves here may be observed itself
  for (const stage of stages) sizes.observe(stage.board.root);
  if (stages.length) addEventListener("resize", stand);
}
