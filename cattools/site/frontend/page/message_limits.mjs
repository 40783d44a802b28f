// @ts-check
// How many of a board's messages wait while the kernel is busy. If too many presses wait, the oldest are dropped.

const MAX_PRESSES = 64; // maximum per board: more than anyone presses while Python is loading
/** For each repeatable kind of message, its series and the maximum number of waiting messages in that series.
 * @type {LiveHooks["limits"]} */
export const LIMITS = {
  hover: ["hover", 1],
  ...Object.fromEntries(["press", "query", "typed", "back", "tool"].map((kind) => [kind, ["press", MAX_PRESSES]])),
};
