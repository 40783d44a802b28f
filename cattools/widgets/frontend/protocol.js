// @ts-check
// Every message between a board and its page, by name. Written by `make fix` from protocol.py; a test compares.

/** @typedef {Object<string, [string, number]>} Names what areas are called, and their flags */

/**
 * How the board is seen: its bitmap's width and height and where in it every part stands, in device pixels.
 *
 * Also in which theme, whether the reader's system asks for no motion, and how much of the height is the picture: the
 * parts below it are those in a window of the page. 0 says that there are none.
 * @typedef {object} View
 * @property {"view"} kind
 * @property {number} wide
 * @property {number} tall
 * @property {Object<string, [number, number, number]>} places
 * @property {string} [theme]
 * @property {boolean} [still]
 * @property {number} [shown]
 */

/**
 * A place was pressed; `finger`: by a finger, which could not point at it before, or one who asks to be told.
 * @typedef {object} Press
 * @property {"press"} kind
 * @property {string} area
 * @property {boolean} [finger]
 */

/**
 * Something was drawn from one place to another.
 * @typedef {object} Drag
 * @property {"drag"} kind
 * @property {string} area
 * @property {string} to
 */

/**
 * The pointer or the focus rests on a place where something is possible, or on none.
 * @typedef {object} Hover
 * @property {"hover"} kind
 * @property {string | null} [area]
 */

/**
 * Somebody asks what is possible at a place.
 * @typedef {object} Query
 * @property {"query"} kind
 * @property {string} area
 */

/**
 * A move was typed.
 * @typedef {object} Typed
 * @property {"typed"} kind
 * @property {string} text
 */

/**
 * Escape: put down what is chosen, else take back.
 * @typedef {object} Back
 * @property {"back"} kind
 */

/**
 * A button below the board was pressed; `finger` as for a place.
 * @typedef {object} Tool
 * @property {"tool"} kind
 * @property {string} tool
 * @property {boolean} [finger]
 */

/**
 * A form was sent, with its values by name.
 * @typedef {object} Form
 * @property {"form"} kind
 * @property {string} form
 * @property {Object<string, string>} values
 */

/**
 * A file was chosen; this is what it holds.
 * @typedef {object} File
 * @property {"file"} kind
 * @property {string} text
 */

/**
 * The page's address tells a position: what stands behind `#`.
 * @typedef {object} Address
 * @property {"address"} kind
 * @property {string} fragment
 */

/**
 * The board is to go on where it was when it told this `record`: in a kernel that is started anew.
 *
 * With an `id` it is that of a kept game of another visit: whoever is there may be another.
 * @typedef {object} Resume
 * @property {"resume"} kind
 * @property {string} record
 * @property {string} [id]
 */

/**
 * What the reader's browser has kept for this board, the latest first: when it was, and the words kept with it.
 *
 * `able`: it keeps things at all. `current` is the game that is on the board.
 * @typedef {object} KeptGames
 * @property {"kept_games"} kind
 * @property {Object<string, string[]>} games
 * @property {boolean} [able]
 * @property {string} [current]
 */

/**
 * The board has taken the place of its picture, and nothing was pressed on that.
 * @typedef {object} Untouched
 * @property {"untouched"} kind
 */

/**
 * A value kept by the browser or chosen now, by its name; `elsewhere`: by another tab (nothing: deleted).
 * @typedef {object} Remembered
 * @property {"remembered"} kind
 * @property {string} name
 * @property {string} value
 * @property {boolean} [elsewhere]
 */

/**
 * What was pressed before Python had come, and was answered from a record: the board is to be where that led.
 * @typedef {object} Replay
 * @property {"replay"} kind
 * @property {object[]} messages
 */

/**
 * The page is ready for the next picture, `at` milliseconds after a motion's beginning or after its pause.
 * @typedef {object} Frame
 * @property {"frame"} kind
 * @property {number} id
 * @property {number} at
 */

/**
 * @typedef {
 *   | View
 *   | Press
 *   | Drag
 *   | Hover
 *   | Query
 *   | Typed
 *   | Back
 *   | Tool
 *   | Form
 *   | File
 *   | Address
 *   | Resume
 *   | KeptGames
 *   | Untouched
 *   | Remembered
 *   | Replay
 *   | Frame
 * } FromPage
 */

/**
 * Places are called otherwise, or something else is possible there.
 * @typedef {object} Renamed
 * @property {"names"} kind
 * @property {Names} names
 */

/**
 * What can be pressed in some parts, as markup, and what all places of the board are called.
 * @typedef {object} Areas
 * @property {"areas"} kind
 * @property {Object<string, string>} areas
 * @property {Names} names
 */

/**
 * What a press on the place pointed at would bring.
 * @typedef {object} Hint
 * @property {"hint"} kind
 * @property {string} text
 */

/**
 * What was typed has been played: the field is free for the next move, but for what is left of it.
 * @typedef {object} Taken
 * @property {"taken"} kind
 * @property {string} text
 * @property {string} left
 */

/**
 * A motion begins; the page asks for its frames by this id, and once more after the pause that follows, if any.
 * @typedef {object} Motion
 * @property {"motion"} kind
 * @property {number} ms
 * @property {number} id
 * @property {number} [pause]
 */

/**
 * Save a file.
 * @typedef {object} Download
 * @property {"download"} kind
 * @property {string} name
 * @property {string} text
 */

/**
 * Put the position into the page's address, and the link to it on the clipboard.
 * @typedef {object} Share
 * @property {"share"} kind
 * @property {string} fragment
 */

/**
 * Put a text on the clipboard, where the browser allows it.
 * @typedef {object} Copy
 * @property {"copy"} kind
 * @property {string} text
 */

/**
 * Put the position into the page's address, so that a reload brings it back.
 * @typedef {object} Keep
 * @property {"keep"} kind
 * @property {string} fragment
 */

/**
 * Take the position out of the page's address.
 * @typedef {object} Forget
 * @property {"forget"} kind
 */

/**
 * Keep a value in the reader's browser, by its name; an empty one is no longer kept.
 * @typedef {object} Remember
 * @property {"remember"} kind
 * @property {string} name
 * @property {string} value
 */

/**
 * What is below the board has changed what is on it: the form for a game closes, and the board is in view.
 * @typedef {object} Begun
 * @property {"begun"} kind
 */

/**
 * What to do with the kept game of an id, or with the one on the board.
 *
 * "resume" it, "save" it as a file, "delete" it; "resumed": it is on the board now; "refused": it cannot be; "new":
 * from now on another game is on the board.
 * @typedef {object} KeptGame
 * @property {"kept_game"} kind
 * @property {string} deed
 * @property {string} [id]
 */

/**
 * What was replayed is done.
 * @typedef {object} CaughtUp
 * @property {"caught_up"} kind
 */

/**
 * What is folded away in a slot is to be seen.
 * @typedef {object} Unfold
 * @property {"unfold"} kind
 * @property {string} slot
 */

/**
 * The device changes hands: nothing of who had it may stay, no focus, tab stop, nothing pointed at or written.
 * @typedef {object} Veil
 * @property {"veil"} kind
 */

/**
 * @typedef {
 *   | Renamed
 *   | Areas
 *   | Hint
 *   | Taken
 *   | Motion
 *   | Download
 *   | Share
 *   | Copy
 *   | Keep
 *   | Forget
 *   | Remember
 *   | Begun
 *   | KeptGame
 *   | CaughtUp
 *   | Unfold
 *   | Veil
 * } ToPage
 */

// the flags of an area: a press does something, a press was made
export const LEGAL = 1;
export const CHOSEN = 2;
