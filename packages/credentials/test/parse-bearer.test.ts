import { expect, test } from "vitest";

import { parseBearer } from "../src/index.ts";

test.each([
  ["Bearer abc", "abc"],
  ["bearer abc", "abc"],
  ["BEARER   abc", "abc"],
  ["Bearer", ""],
  ["Bearer ", ""],
  ["Basic YTpi", undefined],
  ["Bearerabc", undefined],
  ["abc", undefined],
  ["", undefined],
  [undefined, undefined],
])("%j carries the token %j", (authorization, token) => {
  expect(parseBearer(authorization)).toBe(token);
});
