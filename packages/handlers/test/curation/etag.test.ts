import { expect, test } from "vitest";

import { versionSeen } from "../../src/curation/etag.ts";

test.each([
  [undefined, undefined],
  ["*", undefined],
  ['"3.57"', 3],
  ['"3.0"', 0],
  ['"3"', 3],
  ['"2", "3"', 3],
  ['W/"3"', 3],
  ["3", 0],
  ['"abc"', 0],
  ['"03"', 0],
])("If-Match: %s is the version %s", (header, version) => {
  expect(versionSeen(header)).toBe(version);
});
