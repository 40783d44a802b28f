// @ts-check
// Captions that are wider than their part: they extend over the free space next to it, and shrink only if that is not
// enough, so that none is cut off.

const CAPTIONS_APART = 4; // pixels between a caption and what is next to it
const OTHERS = ".cat-part, .cat-side, .cat-status, .cat-header, .cat-tools"; // what a caption must not cover

/**
 * @param {HTMLElement} root a board
 * @param {HTMLElement[]} captions of the parts outside the scrolling row
 */
export function fitCaptions(root, captions) {
  for (const { style } of captions) style.cssText = "";
  const wide = captions.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  if (!wide.length) return;
  const edge = root.getBoundingClientRect();
  const others = [...root.querySelectorAll(OTHERS)].map((one) => ({ one, box: one.getBoundingClientRect() }));
  const fitted = wide.map((caption) => {
    const own = caption.getBoundingClientRect();
    const beside = others
      .filter(({ one, box }) => !one.contains(caption) && box.width && box.top < own.bottom && box.bottom > own.top)
      .map(({ box }) => box);
    const [left, right] = gaps(own, beside, edge);
    return { caption, style: styleOf(caption, own, extended(caption.scrollWidth + 1, own.width, left, right)) };
  });
  for (const { caption, style } of fitted) caption.style.cssText = style;
}

/**
 * Return the free space on both sides of a caption: up to the middle of the gap, since what is next to it may
 * extend too.
 * @param {DOMRect} own
 * @param {DOMRect[]} beside
 * @param {DOMRect} edge
 */
function gaps(own, beside, edge) {
  const before = beside.filter(({ right }) => right <= own.left + 1).map(({ right }) => (own.left - right) / 2);
  const after = beside.filter(({ left }) => left >= own.right - 1).map(({ left }) => (left - own.right) / 2);
  const left = Math.min(own.left - edge.left, ...before);
  const right = Math.min(edge.right - own.right, ...after);
  return [left, right].map((free) => Math.max(0, free - CAPTIONS_APART / 2));
}

/**
 * Return how far a caption extends on each side, and the factor by which its text shrinks.
 * @param {number} needed
 * @param {number} width
 * @param {number} left
 * @param {number} right
 */
function extended(needed, width, left, right) {
  const more = Math.min(needed - width, left + right);
  const half = Math.min(more / 2, left, right);
  const [before, after] = left < right ? [half, more - half] : [more - half, half];
  return { left: before, right: after, scale: Math.min(1, (width + more) / needed) };
}

/**
 * @param {HTMLElement} caption
 * @param {DOMRect} own
 * @param {ReturnType<typeof extended>} more
 */
function styleOf(caption, own, { left, right, scale }) {
  const { fontSize, marginLeft, marginRight } = getComputedStyle(caption);
  const [from, to] = [Number.parseFloat(marginLeft) - left, Number.parseFloat(marginRight) - right];
  const around = `margin-inline: ${from}px ${to}px; height: ${own.height}px; line-height: ${own.height}px`;
  return scale < 1 ? `${around}; font-size: ${scale * Number.parseFloat(fontSize)}px` : around;
}
