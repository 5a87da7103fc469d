import { expect, test } from "vitest";

import { problemText } from "../src/model/problem-text.ts";

test("says what to do about an answer of 5xx that holds no reason, and leaves every other sentence as it is", () => {
  const failure = (message: string, code?: string): Error =>
    Object.assign(new Error(message), { code });
  expect(problemText(failure("the server answered 502", "HTTP_502"))).toBe(
    "the server answered 502. It may be restarting; try again in a moment.",
  );
  expect(problemText(failure("the server answered 404", "HTTP_404"))).toBe(
    "the server answered 404",
  );
  expect(problemText(failure("the disk is full.", "STORE_IO"))).toBe("the disk is full.");
  expect(problemText(new Error("no code"))).toBe("no code");
  expect(problemText("text")).toBe("text");
});
