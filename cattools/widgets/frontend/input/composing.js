// @ts-check
// Input methods, which compose one letter from several keys, as for Japanese.

const HANDLED = 229; // the code of a key that the input method handles; Safari sends Enter after the composition's end

/**
 * Whether a key belongs to an input method, and is therefore no command.
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === HANDLED;
