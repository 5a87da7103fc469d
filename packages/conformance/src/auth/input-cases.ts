import { Registered } from "@bourse/contract/auth";

import { newEmail, PASSWORD, type AuthCase } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

const LONG_TEXT = "x".repeat(10_000);

/** Bodies that no account is made of, with the place of their fault. */
const NO_ACCOUNTS: readonly (readonly [what: string, body: object, path: string])[] = [
  ["no e-mail", { password: PASSWORD }, "email"],
  ["an empty e-mail", { email: "", password: PASSWORD }, "email"],
  ["an invalid e-mail address", { email: "ada", password: PASSWORD }, "email"],
  ["an e-mail with a NUL byte", { email: "a\0@example.com", password: PASSWORD }, "email"],
  ["an e-mail of 255 characters", { email: `${"x".repeat(243)}@example.com` }, "email"],
  ["a number for an e-mail", { email: 1, password: PASSWORD }, "email"],
  ["no password", { email: "a@example.com" }, "password"],
  ["a password of 7 characters", { email: "a@example.com", password: "1x3y5z7" }, "password"],
  [
    "a password of 129 characters",
    { email: "a@example.com", password: "xy".repeat(64) + "z" },
    "password",
  ],
  [
    "one of the most common passwords",
    { email: "a@example.com", password: "password1" },
    "password",
  ],
  ["a password of one character", { email: "a@example.com", password: "#".repeat(9) }, "password"],
  ["the e-mail for a password", { email: "a@example.com", password: "A@Example.com" }, "password"],
  ["a list for a password", { email: "a@example.com", password: [PASSWORD] }, "password"],
  [
    "a name of 10,000 characters",
    { email: "a@example.com", password: PASSWORD, name: LONG_TEXT },
    "name",
  ],
  ["a name with a NUL byte", { email: "a@example.com", password: PASSWORD, name: "a\0" }, "name"],
  ["a name of one space", { email: "a@example.com", password: PASSWORD, name: " " }, "name"],
  [
    "a name that turns the direction of text",
    { email: "a@example.com", password: PASSWORD, name: "gpj.\u202eadA" },
    "name",
  ],
];

/** Bodies that are no JSON object, each a VALIDATION_ERROR. */
const NO_OBJECTS: Readonly<Record<string, string>> = {
  "an empty body": " ",
  "half a body": '{"email":',
  "a list": "[]",
  "a text": '"x"',
  null: "null",
  "JSON nested 2,000 deep": `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`,
  "a member twice": '{"email":"a@example.com","email":"b@example.com","password":"x"}',
};

/** Cases of input that no route accepts. */
export const inputCases: readonly AuthCase[] = [
  ...NO_ACCOUNTS.map(([what, body, path]): AuthCase => {
    return {
      name: `a registration with ${what} is a VALIDATION_ERROR at ${path}`,
      run: async ({ call }) => expectInvalid(await call("POST", "/auth/register", { body }), path),
    };
  }),
  ...Object.entries(NO_OBJECTS).map(([what, body]): AuthCase => {
    return {
      name: `${what} for a login is a VALIDATION_ERROR`,
      run: async ({ call }) => {
        expectError(await call("POST", "/auth/login", { body }), 400, "VALIDATION_ERROR");
      },
    };
  }),
  {
    name: "an unknown member of a body is ignored",
    run: async ({ call }) => {
      const body = { email: newEmail(), password: PASSWORD, admin: true, permissions: ["admin"] };
      expectOk(await call("POST", "/auth/register", { body }), 201, Registered);
    },
  },
  {
    name: "a body of another type than JSON is 415 UNSUPPORTED_MEDIA_TYPE",
    run: async ({ call }) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await call("POST", "/auth/login", { body: "email=a", headers });
      expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    },
  },
  {
    name: "a body of 3 MB is 413 PAYLOAD_TOO_LARGE",
    run: async ({ call }) => {
      const body = { email: "a@example.com", password: LONG_TEXT.repeat(300) };
      expectError(await call("POST", "/auth/login", { body }), 413, "PAYLOAD_TOO_LARGE");
    },
  },
  {
    name: "a password of 8 and one of 128 characters are taken",
    run: async ({ call }) => {
      for (const password of ["1x3y5z7Q", `1x3y5z7Q ${"xy".repeat(59)}!`]) {
        const body = { email: newEmail(), password };
        expectOk(await call("POST", "/auth/register", { body }), 201, Registered);
      }
    },
  },
];
