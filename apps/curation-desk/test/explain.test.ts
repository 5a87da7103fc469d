import { expect, test } from "vitest";

import { explain } from "../page/model/explain.ts";

const failure = (message: string, facts: object): Error => Object.assign(new Error(message), facts);

test("tells what to do about a proxy's answer, which has no reason", () => {
  expect(explain(failure("the server answered 500", { code: "HTTP_500", status: 500 }))).toBe(
    "The server answered 500. It may be restarting; try again in a moment.",
  );
});

test("tells the seconds to wait where the server names them", () => {
  const busy = failure("too many attempts", { code: "RATE_LIMITED", retryAfterSeconds: 7 });
  expect(explain(busy)).toBe("Too many attempts. Try again in 7 s.");
});

test("adds nothing to a refusal that says by itself what to do", () => {
  const refused = failure("answer the question first", { code: "DRAFT_INCOMPLETE" });
  expect(explain(refused)).toBe("Answer the question first.");
});
