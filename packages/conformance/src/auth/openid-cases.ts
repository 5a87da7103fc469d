import assert from "node:assert/strict";

import { shown } from "../http/expect.ts";
import type { AuthCase } from "./auth-service.ts";
import { expectError, expectInvalid } from "./expect.ts";

const CODE = { code: `oc_${"A".repeat(43)}`, verifier: "v".repeat(43) };

/** Sign-in with OpenID providers, as far as it goes without one. */
export const openIdCases: readonly AuthCase[] = [
  {
    name: "the OpenID providers are listed to everybody by name and label",
    run: async ({ call }) => {
      const answer = await call("GET", "/auth/oidc");
      assert.equal(answer.status, 200, shown(answer));
      const { data } = answer.json as { readonly data: readonly object[] };
      for (const one of data) assert.deepEqual(Object.keys(one), ["name", "label"], shown(answer));
    },
  },
  {
    name: "a code of a sign-in that nobody was given neither logs in nor links an identity",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const answers = [
        await call("POST", "/auth/oidc/login", { body: CODE }),
        await call("POST", "/auth/oidc/identities", { token, body: CODE }),
      ];
      for (const answer of answers) {
        // A service without providers says so.
        if (answer.status === 501) expectError(answer, 501, "OIDC_UNAVAILABLE");
        else expectError(answer, 400, "OIDC_CODE_INVALID");
      }
      expectInvalid(await call("POST", "/auth/oidc/login", { body: { code: "x" } }), "verifier");
      const without = await call("POST", "/auth/oidc/identities", { body: CODE });
      expectError(without, 401, "UNAUTHORIZED");
    },
  },
  {
    name: "an account has no identities at first, and unlinks none that is not its own",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const list = await call("GET", "/auth/oidc/identities", { token });
      assert.deepEqual((list.json as { data: unknown }).data, [], shown(list));
      expectError(await call("GET", "/auth/oidc/identities"), 401, "UNAUTHORIZED");
      const path = "/auth/oidc/identities/3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
      expectError(await call("DELETE", path, { token }), 404, "NOT_FOUND");
      expectError(await call("DELETE", path), 401, "UNAUTHORIZED");
    },
  },
];
