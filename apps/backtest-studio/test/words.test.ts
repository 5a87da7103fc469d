import { FOREIGN_ANSWER } from "@bourse/ui/failures";
import { expect, test } from "vitest";

import { wordsOf } from "../page/model/words.ts";

const failure = (message: string, facts: object): Error => Object.assign(new Error(message), facts);

test("tells what to do about a proxy's answer, which has no reason", () => {
  expect(wordsOf(failure("the server answered 502", { code: "HTTP_502", status: 502 }))).toBe(
    "The server answered 502. It may be restarting; try again in a moment.",
  );
});

test("names what may have answered in place of the server, and no word of the inside", () => {
  const error = Object.assign(new Error("the answer (200) is no JSON"), {
    code: "RESPONSE_INVALID",
  });
  expect(wordsOf(error)).toBe(FOREIGN_ANSWER);
});

test("leaves the server's own words as they are, with the fields at fault and the wait", () => {
  expect(wordsOf(failure("no such job", { code: "JOB_UNKNOWN", status: 404 }))).toBe("no such job");
  const wait = failure("The queue is full.", { code: "BUSY", retryAfterSeconds: 2.2 });
  expect(wordsOf(wait)).toBe("The queue is full. Wait 3 s and try again.");
  const issues = [{ loc: ["body", "fee"], msg: "must be below 1" }];
  expect(wordsOf(failure("invalid", { code: "VALIDATION_ERROR", issues }))).toBe(
    "fee: must be below 1.",
  );
});
