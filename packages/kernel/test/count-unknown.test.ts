import { expect, test } from "vitest";

import { countUnknown } from "../src/index.ts";

test("a connection outlives two judgements without an answer, and not the third in a row", () => {
  const next = countUnknown();
  const given = [
    "unknown",
    "unknown",
    "valid",
    "unknown",
    "unknown",
    "unknown",
    "unknown",
  ] as const;
  const verdicts = given.map((state) => next(state));
  expect(verdicts).toEqual(["valid", "valid", "valid", "valid", "valid", "unknown", "unknown"]);
});

test("a proof that has ended ends its connection at once, and each connection counts for itself", () => {
  const [one, other] = [countUnknown(), countUnknown()];
  one("unknown");
  one("unknown");
  expect([other("unknown"), one("ended"), one("unknown")]).toEqual(["valid", "ended", "valid"]);
});
