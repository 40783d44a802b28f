// @ts-check
// Input methods, which compose one letter from several keys, as for Japanese.

const HANDLED = 229; // the code of a key for the input method; in Safari, also of the Enter that ends a composition

/**
 * Whether a key belongs to an input method, and is therefore not a command.
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === HANDLED;
