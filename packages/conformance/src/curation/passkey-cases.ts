import assert from "node:assert/strict";

import {
  AddedPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedIn,
} from "@bourse/contract/curation";

import { type Authenticator, createAuthenticator } from "../factors/authenticator.ts";
import { shown } from "../http/expect.ts";
import {
  type CurationCase,
  type CurationService,
  PASSWORD,
  type Person,
} from "./curation-service.ts";
import { challengeIn, expectError, expectOk } from "./expect.ts";

const OPTIONS = "/auth/passkeys/login/options";

/** Passkeys of a service whose page is at `https://` and its site without a port; without passkeys, their absence. */
export const passkeyCases: readonly CurationCase[] = [
  {
    name: "a passkey logs in alone, once for its options, and is 501 PASSKEYS_UNAVAILABLE where none are set up",
    run: async (service) => {
      const { call, signUp } = service;
      const ada = await signUp();
      const device = await addPasskey(service, ada);
      if (device === undefined) return await expectAbsence(service, ada);
      const asked = await call("POST", OPTIONS, { body: {} });
      const options = expectOk(asked, 200, PasskeyRequestOptions);
      assert.deepEqual(options.allowCredentials, [], shown(asked));
      const wrong = { body: { credential: device.use(options, { origin: "https://x.example" }) } };
      const refused = await call("POST", "/auth/passkeys/login", wrong);
      expectError(refused, 401, "INVALID_CREDENTIALS");
      const login = { body: { credential: device.use(options) } };
      const done = await call("POST", "/auth/passkeys/login", login);
      const { access_token: token } = expectOk(done, 200, SignedIn);
      assert.equal((await call("GET", "/auth/me", { token })).status, 200);
      const again = await call("POST", "/auth/passkeys/login", login);
      expectError(again, 400, "CHALLENGE_INVALID");
    },
  },
  {
    name: "a passkey is a second factor: of a login by password, and of a step-up",
    run: async (service) => {
      const { call, signUp } = service;
      const login = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD };
      const ada = await signUp(login);
      const device = await addPasskey(service, ada);
      if (device === undefined) return await expectAbsence(service, ada);
      const answer = async (challenge: string): Promise<object> => {
        const asked = await call("POST", OPTIONS, { body: { challenge } });
        const options = expectOk(asked, 200, PasskeyRequestOptions);
        assert.equal(options.allowCredentials.length, 1, shown(asked));
        return { challenge, credential: device.use(options, { isUserVerified: false }) };
      };
      const required = await call("POST", "/auth/login", { body: login });
      expectError(required, 401, "FACTOR_REQUIRED");
      const body = await answer(challengeIn(required));
      const done = await call("POST", "/auth/login/factor", { body });
      const { access_token: token } = expectOk(done, 200, SignedIn);
      const refused = await call("POST", "/auth/passkeys/options", { token });
      expectError(refused, 403, "STEP_UP_REQUIRED");
      const neither = { body: { challenge: challengeIn(refused) }, token };
      expectError(await call("POST", "/auth/step-up", neither), 422, "VALIDATION_ERROR");
      const proof = { body: await answer(challengeIn(refused)), token };
      assert.equal((await call("POST", "/auth/step-up", proof)).status, 200);
      const begun = await call("POST", "/auth/passkeys/options", { token });
      const { excludeCredentials } = expectOk(begun, 200, PasskeyCreationOptions);
      assert.equal(excludeCredentials.length, 1, shown(begun));
    },
  },
];

/** Adds a passkey; undefined where the service has none. */
async function addPasskey(
  { call }: CurationService,
  { token }: Person,
): Promise<Authenticator | undefined> {
  const begun = await call("POST", "/auth/passkeys/options", { token });
  if (begun.status === 501) return undefined;
  const options = expectOk(begun, 200, PasskeyCreationOptions);
  const device = createAuthenticator(`https://${options.rp.id}`);
  const body = { credential: device.create(options), name: "Laptop" };
  const added = await call("POST", "/auth/passkeys", { body, token });
  const { id, recovery_codes } = expectOk(added, 201, AddedPasskey);
  assert.equal(recovery_codes.length, 10, shown(added));
  const listed = await call("GET", "/auth/factors", { token });
  const data = listed.json as readonly Record<string, unknown>[];
  assert.deepEqual(
    data.map((one) => [one["id"], one["kind"], one["name"]]),
    [[id, "passkey", "Laptop"]],
  );
  return device;
}

async function expectAbsence({ call }: CurationService, { token }: Person): Promise<void> {
  for (const answer of [
    await call("POST", "/auth/passkeys/options", { token }),
    await call("POST", OPTIONS, { body: {} }),
  ]) {
    expectError(answer, 501, "PASSKEYS_UNAVAILABLE");
  }
}
