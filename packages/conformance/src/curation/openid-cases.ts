import assert from "node:assert/strict";

import { zodOf } from "@bourse/contract";
import { OpenIdProvider } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import type { CurationCase } from "./curation-service.ts";
import { expectError, expectInvalid } from "./expect.ts";

const VERIFIER = "v".repeat(43);
const CODE = { code: `oc_${"A".repeat(43)}`, verifier: VERIFIER };
const REGISTRATION = { code: `or_${"A".repeat(43)}`, verifier: VERIFIER };
const PATH = "/auth/oidc/identities";

/** Sign-in with OpenID providers, as far as it goes without one. */
export const openIdCases: readonly CurationCase[] = [
  {
    name: "the OpenID providers are listed to everybody by name and label",
    run: async ({ call }) => {
      const answer = await call("GET", "/auth/oidc");
      assert.equal(answer.status, 200, shown(answer));
      assert.ok(zodOf(OpenIdProvider).array().safeParse(answer.json).success, shown(answer));
    },
  },
  {
    name: "a code of a sign-in that nobody was given neither logs in, nor registers, nor links",
    run: async ({ call, signUp }) => {
      const { token, wallet } = await signUp();
      const person = { wallet_address: wallet, username: `u${crypto.randomUUID().slice(0, 8)}` };
      for (const answer of [
        await call("POST", "/auth/oidc/login", { body: CODE }),
        await call("POST", "/auth/oidc/login", { body: REGISTRATION }),
        await call("POST", "/auth/register", { body: { ...person, oidc: REGISTRATION } }),
        await call("POST", PATH, { token, body: CODE }),
      ]) {
        expectCodeRefused(answer);
      }
      const registration = { body: { ...person, oidc: { code: "x" } } };
      expectInvalid(await call("POST", "/auth/register", registration), "body", "oidc", "verifier");
      const login = { body: { code: "x" } };
      expectInvalid(await call("POST", "/auth/oidc/login", login), "body", "verifier");
      expectError(await call("POST", PATH, { body: CODE }), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "an account has no identities at first, and unlinks none that is not its own",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const list = await call("GET", PATH, { token });
      assert.deepEqual(list.json, [], shown(list));
      expectError(await call("GET", PATH), 401, "UNAUTHORIZED");
      const path = `${PATH}/3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11`;
      expectError(await call("DELETE", path, { token }), 404, "NOT_FOUND");
      expectError(await call("DELETE", path), 401, "UNAUTHORIZED");
    },
  },
];

function expectCodeRefused(answer: Answer): void {
  // A service without providers says so.
  if (answer.status === 501) expectError(answer, 501, "OIDC_UNAVAILABLE");
  else expectError(answer, 400, "OIDC_CODE_INVALID");
}
