import { AuthError, type AuthErrorCode } from "@bourse/auth-core";
import { StoreError } from "@bourse/kernel";
import { expect, test } from "vitest";

import { translateAuthError } from "../../src/auth/index.ts";

/** Total: a new code of the core does not compile until it stands here too. */
const documented: Readonly<Record<AuthErrorCode, number>> = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  INVALID_TOKEN: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  CONFLICT: 409,
  LAST_OWNER: 409,
  REGISTRATION_CLOSED: 403,
  QUOTA_EXCEEDED: 409,
  RATE_LIMITED: 429,
  BUSY: 503,
  LINK_INVALID: 400,
  AUTHORIZATION_PENDING: 400,
  SLOW_DOWN: 400,
  EXPIRED_TOKEN: 400,
  ACCESS_DENIED: 400,
  DEVICE_LOGIN_UNAVAILABLE: 501,
  OIDC_UNAVAILABLE: 501,
  OIDC_CODE_INVALID: 400,
  OIDC_REFUSED: 403,
  PASSKEYS_UNAVAILABLE: 501,
  MAIL_UNAVAILABLE: 501,
  FACTOR_REQUIRED: 401,
  STEP_UP_REQUIRED: 403,
  CHALLENGE_INVALID: 400,
  WEBHOOKS_UNAVAILABLE: 501,
};

test.each(Object.entries(documented) as [AuthErrorCode, number][])(
  "%s leaves under its own name with %i",
  (code, status) => {
    const problem = translateAuthError(new AuthError(code, "a sentence"));
    expect(problem).toMatchObject({ code, status, message: "a sentence" });
  },
);

test("a fault of a field is told at its place, a wait in seconds", () => {
  const field = new AuthError("VALIDATION_ERROR", "too short", { details: { path: "password" } });
  expect(translateAuthError(field)?.issues).toEqual([
    { loc: ["body", "password"], msg: "too short", type: "value_error" },
  ]);
  const wait = new AuthError("RATE_LIMITED", "later", { details: { retryAfterSeconds: 7.2 } });
  expect(translateAuthError(wait)?.retryAfterSeconds).toBe(7.2);
});

test("a cursor that no list gave out is a fault of the query", () => {
  const problem = translateAuthError(new StoreError("STORE_CURSOR_INVALID", "inside"));
  expect(problem).toMatchObject({ code: "VALIDATION_ERROR", status: 400 });
  expect(problem?.issues?.[0]?.loc).toEqual(["query", "cursor"]);
  expect(problem?.message).not.toContain("inside");
});

test.each([
  new StoreError("STORE_COLLECTION_UNKNOWN", "unknown"),
  new Error("toString"),
  { code: "UNAUTHORIZED" },
  undefined,
])("anything else is no refusal, but a fault: %s", (error) => {
  expect(translateAuthError(error)).toBeUndefined();
});
