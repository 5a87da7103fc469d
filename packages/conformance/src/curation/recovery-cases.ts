import assert from "node:assert/strict";

import { EmailState } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import { newEmail, PASSWORD, type CurationCase } from "./curation-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

const SECRET = "bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";

/** Forgotten passwords and proofs of e-mail addresses, with or without a mail server. */
export const recoveryCases: readonly CurationCase[] = [
  {
    name: "a forgotten password is answered alike for an address with an account and for one without",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      await signUp({ email, password: PASSWORD });
      const ask = (address: string): ReturnType<typeof call> =>
        call("POST", "/auth/password/forgot", { body: { email: address } });
      const [known, unknown] = [await ask(email), await ask(newEmail())];
      assert.ok([202, 501].includes(known.status), shown(known));
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
      if (known.status === 501) expectError(known, 501, "MAIL_UNAVAILABLE");
      expectInvalid(await ask("no address"), "body", "email");
    },
  },
  {
    name: "a link that nobody was sent is 400 LINK_INVALID, and no token of a login is one",
    run: async ({ call, signUp }) => {
      const { token, refreshToken } = await signUp({ email: newEmail(), password: PASSWORD });
      for (const given of [`pr_${SECRET}`, `ev_${SECRET}`, "x", refreshToken]) {
        const body = { token: given, password: "staple correct horse" };
        expectError(await call("POST", "/auth/password/reset", { body }), 400, "LINK_INVALID");
        const proof = { body: { token: given } };
        expectError(await call("POST", "/auth/email/verify", proof), 400, "LINK_INVALID");
      }
      expectError(await call("GET", "/auth/me", { token: `pr_${SECRET}` }), 401, "INVALID_TOKEN");
      assert.equal((await call("GET", "/auth/me", { token })).status, 200);
    },
  },
  {
    name: "an e-mail address is not proved by a registration, and its owner alone reads its state",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      const { token } = await signUp({ email, password: PASSWORD });
      const state = await call("GET", "/auth/email", { token });
      assert.deepEqual(expectOk(state, 200, EmailState), { email, verified_at: null });
      const bare = await signUp();
      const none = await call("GET", "/auth/email", { token: bare.token });
      assert.deepEqual(expectOk(none, 200, EmailState), { email: null, verified_at: null });
      const asked = await call("POST", "/auth/email/verification", { token: bare.token });
      expectError(asked, 404, "NOT_FOUND");
      expectError(await call("GET", "/auth/email"), 401, "UNAUTHORIZED");
      expectError(await call("POST", "/auth/email/verification"), 401, "UNAUTHORIZED");
    },
  },
];
