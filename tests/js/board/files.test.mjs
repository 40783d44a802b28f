// A file from another program or system is read in the encoding in which it was written.
import assert from "node:assert/strict";
import test from "node:test";
import { textOf } from "../../../cattools/widgets/frontend/view/controls.js";

const TEXT = '{"names": ["Ada", "ねこ"]}';
const units = Buffer.from(TEXT, "utf16le");
const FILES = {
  "UTF-8": [Buffer.from(TEXT)],
  "UTF-8 with a byte order mark": [Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(TEXT)],
  "UTF-16, low byte first": [Buffer.from([0xff, 0xfe]), units],
  "UTF-16, high byte first": [Buffer.from([0xfe, 0xff]), Buffer.from(units).swap16()],
  "UTF-16 without a mark": [units],
};

for (const [name, parts] of Object.entries(FILES))
  test(`a file in ${name} is read`, async () => assert.equal(await textOf(new Blob(parts)), TEXT));
