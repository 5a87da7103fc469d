import assert from "node:assert/strict";

import { zodOf } from "@bourse/contract";
import { NewTotp, RecoveryCodes, RememberedDevice, SignedIn } from "@bourse/contract/curation";

import { totp } from "../factors/totp.ts";
import { shown } from "../http/expect.ts";
import {
  type CurationCase,
  type CurationService,
  PASSWORD,
  type Person,
} from "./curation-service.ts";
import { challengeIn, expectError, expectOk } from "./expect.ts";

/** Authenticator apps, recovery codes and step-up. */
export const factorCases: readonly CurationCase[] = [
  {
    name: "a login of an account with an authenticator app is 401 FACTOR_REQUIRED, and one code answers it once",
    run: async (service) => {
      const { call, signUp } = service;
      const email = `${crypto.randomUUID()}@example.com`;
      const login = { body: { email, password: PASSWORD } };
      const ada = await signUp(login.body);
      assert.equal((await call("POST", "/auth/login", login)).status, 200);
      const { recoveryCodes } = await addTotp(service, ada);
      const refused = await call("POST", "/auth/login", login);
      expectError(refused, 401, "FACTOR_REQUIRED");
      const body = { challenge: challengeIn(refused), code: recoveryCodes[0] };
      const wrong = { ...body, code: "aaaa-aaaa-aaaa-aaaa" };
      const guess = await call("POST", "/auth/login/factor", { body: wrong });
      expectError(guess, 401, "INVALID_CREDENTIALS");
      const done = expectOk(await call("POST", "/auth/login/factor", { body }), 200, SignedIn);
      assert.equal(done.user.id, ada.id);
      const again = await call("POST", "/auth/login/factor", { body });
      expectError(again, 400, "CHALLENGE_INVALID");
    },
  },
  {
    name: "a remembered device needs the password alone, gets another secret at each login, and is forgotten by its owner",
    run: async (service) => {
      const { call, signUp } = service;
      const login = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD };
      const [ada, bob] = [await signUp(login), await signUp()];
      const { recoveryCodes } = await addTotp(service, ada);
      const enter = (given: object): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { ...login, ...given } });
      const challenge = challengeIn(await enter({}));
      const answer = { challenge, code: recoveryCodes[0], remember: true };
      const begun = await call("POST", "/auth/login/factor", { body: answer });
      const { device_secret } = expectOk(begun, 200, SignedIn);
      const guess = await enter({ device_secret, password: "not the password" });
      expectError(guess, 401, "INVALID_CREDENTIALS");
      const next = expectOk(await enter({ device_secret }), 200, SignedIn);
      assert.ok(next.device_secret !== undefined && next.device_secret !== device_secret);
      expectError(await enter({ device_secret }), 401, "FACTOR_REQUIRED");
      expectError(await enter({ device_secret: `${device_secret}x` }), 401, "FACTOR_REQUIRED");
      const path = "/auth/remembered-devices";
      const list = await call("GET", path, { token: ada.token });
      assert.equal(list.status, 200, shown(list));
      const listed = list.json as readonly unknown[];
      const [device, ...others] = listed.map(
        (one) => zodOf(RememberedDevice).parse(one) as RememberedDevice,
      );
      assert.deepEqual(others, []);
      const own = `${path}/${device?.id}`;
      expectError(await call("DELETE", own, { token: bob.token }), 404, "NOT_FOUND");
      assert.equal((await call("DELETE", own, { token: ada.token })).status, 200);
      const { device_secret: last } = next;
      expectError(await enter({ device_secret: last }), 401, "FACTOR_REQUIRED");
    },
  },
  {
    name: "a change of credentials or factors is 403 STEP_UP_REQUIRED in an account with a factor, until its session is stepped up",
    run: async (service) => {
      const { call, signUp } = service;
      const [ada, bob] = [await signUp(), await signUp()];
      const { id, recoveryCodes } = await addTotp(service, ada);
      const remove = ({ token }: Person): ReturnType<typeof call> =>
        call("DELETE", `/auth/factors/${id}`, { token });
      const refused = await remove(ada);
      expectError(refused, 403, "STEP_UP_REQUIRED");
      const options = { body: { new_password: "staple correct horse" }, token: ada.token };
      expectError(await call("POST", "/auth/me/password", options), 403, "STEP_UP_REQUIRED");
      const body = { challenge: challengeIn(refused), code: recoveryCodes[0] };
      const stepUp = ({ token }: Person): ReturnType<typeof call> =>
        call("POST", "/auth/step-up", { body, token });
      expectError(await stepUp(bob), 400, "CHALLENGE_INVALID");
      assert.equal((await stepUp(ada)).status, 200);
      expectError(await remove(bob), 404, "NOT_FOUND");
      const removed = await remove(ada);
      assert.equal(removed.status, 200, shown(removed));
      assert.deepEqual((await call("GET", "/auth/factors", { token: ada.token })).json, []);
    },
  },
];

/** Adds an authenticator app by a code of the time that the service has. */
async function addTotp(
  { call }: CurationService,
  { token }: Person,
): Promise<{ readonly id: string; readonly recoveryCodes: readonly string[] }> {
  const begun = await call("POST", "/auth/factors/totp", { token });
  const { id, secret } = expectOk(begun, 201, NewTotp);
  const sessions = await call("GET", "/auth/sessions", { token });
  const times = (sessions.json as { last_used_at: string }[]).map((one) => one.last_used_at);
  const code = totp(secret, Math.max(...times.map((time) => Date.parse(time))));
  const done = await call("POST", "/auth/factors/totp/confirm", { body: { id, code }, token });
  return { id, recoveryCodes: expectOk(done, 200, RecoveryCodes).recovery_codes };
}
