import { BourseError, StoreError, type NoDetails } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createTranslator } from "../../src/translation/create-translator.ts";

interface DetailsByCode {
  readonly MISSING: NoDetails;
  readonly BUSY: { readonly waitSeconds: number };
  readonly BROKEN: NoDetails;
}

const translate = createTranslator<DetailsByCode>({
  MISSING: 404,
  BUSY: {
    status: 503,
    code: "OVERLOADED",
    message: "Too much at once.",
    challenge: "Bearer",
    retryAfterSeconds: (details) => details.waitSeconds,
    issues: ({ message }) => [{ loc: ["body"], msg: message, type: "busy" }],
  },
  BROKEN: null,
});

test("a number is the status of an error that keeps its code and message", () => {
  const cause = new BourseError("MISSING", "No such thing.");
  const problem = translate(cause);
  expect(problem).toMatchObject({ code: "MISSING", status: 404, message: "No such thing.", cause });
  expect([problem?.issues, problem?.retryAfterSeconds, problem?.headers]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a translation overrides the code and message and reads the error's details", () => {
  expect(
    translate(new BourseError("BUSY", "inside", { details: { waitSeconds: 7 } })),
  ).toMatchObject({
    code: "OVERLOADED",
    status: 503,
    message: "Too much at once.",
    retryAfterSeconds: 7,
    headers: { "www-authenticate": "Bearer" },
    issues: [{ loc: ["body"], msg: "inside", type: "busy" }],
  });
});

test.each([
  new BourseError("BROKEN", "inside"),
  new BourseError("toString", "not in the table"),
  new Error("MISSING"),
  { code: "MISSING", message: "not one of ours" },
  undefined,
])("an internal error and anything unknown has no translation: %s", (error) => {
  expect(translate(error)).toBeUndefined();
});

test.each([
  ["STORE_IO", 503, 5, /^The service could not read or write its store/],
  ["STORE_FULL", 507, 5, /^The service has no room to store more; nothing was changed/],
  ["STORE_CORRUPT", 500, undefined, /damaged.*restore it from a backup/],
] as const)("%s of the store is %i, without a word of its inside", (code, status, wait, text) => {
  const problem = translate(new StoreError(code, 'Document "x" of "/secret/path" is damaged'));
  expect(problem).toMatchObject({ code, status, retryAfterSeconds: wait });
  expect(problem?.message).toMatch(text);
  expect(problem?.message).not.toContain("secret");
});

test.each(["STORE_CLOSED", "STORE_TRANSACTION_TIMEOUT"] as const)(
  "%s, as when the process ends or was stopped amid a request, is STORE_IO to the caller",
  (code) => {
    const problem = translate(new StoreError(code, "inside"));
    expect(problem).toMatchObject({ code: "STORE_IO", status: 503, retryAfterSeconds: 5 });
    expect(problem?.message).toMatch(/was not confirmed. Try again later/);
  },
);

test("a code without a translation, or details that it does not have, do not compile", () => {
  // @ts-expect-error BROKEN has no entry
  const incomplete = createTranslator<DetailsByCode>({ MISSING: 404, BUSY: 503 });
  expect(incomplete(new BourseError("BROKEN", "inside"))).toBeUndefined();
  createTranslator<DetailsByCode>({
    MISSING: 404,
    // @ts-expect-error the details have no such member
    BUSY: { status: 503, retryAfterSeconds: (details) => details.retryAfterSeconds },
    BROKEN: null,
  });
});
