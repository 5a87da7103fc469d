import assert from "node:assert/strict";

import { zodOf } from "@bourse/contract";
import {
  Factor,
  NewTotp,
  RecoveryCodes,
  RememberedDevice,
  type Session,
  TokenPair,
} from "@bourse/contract/auth";

import { totp } from "../factors/totp.ts";
import { shown } from "../http/expect.ts";
import { type Account, type AuthCase, type AuthService, PASSWORD } from "./auth-service.ts";
import { challengeIn, expectError, expectOk } from "./expect.ts";

/** Authenticator apps, recovery codes and step-up. */
export const factorCases: readonly AuthCase[] = [
  {
    name: "a login of an account with an authenticator app is 401 FACTOR_REQUIRED, and one code answers it once",
    run: async (service) => {
      const { call, signUp, logIn } = service;
      const ada = await signUp();
      assert.equal((await logIn(ada)).status, 200);
      const { recoveryCodes } = await addTotp(service, ada);
      const refused = await logIn(ada);
      expectError(refused, 401, "FACTOR_REQUIRED");
      const [code = ""] = recoveryCodes;
      const body = { challenge: challengeIn(refused), code };
      const wrong = { ...body, code: "aaaa-aaaa-aaaa-aaaa" };
      const guess = await call("POST", "/auth/login/factor", { body: wrong });
      expectError(guess, 401, "INVALID_CREDENTIALS");
      const done = await call("POST", "/auth/login/factor", { body });
      const { token } = expectOk(done, 200, TokenPair, ["token", "refreshToken", "expiresIn"]);
      assert.equal((await call("GET", "/auth/me", { token })).status, 200);
      const again = await call("POST", "/auth/login/factor", { body });
      expectError(again, 400, "CHALLENGE_INVALID");
      const next = { challenge: challengeIn(await logIn(ada)), code };
      const reused = await call("POST", "/auth/login/factor", { body: next });
      expectError(reused, 401, "INVALID_CREDENTIALS");
    },
  },
  {
    name: "a remembered device needs the password alone, gets another secret at each login, and is forgotten by its owner",
    run: async (service) => {
      const { call, signUp, logIn } = service;
      const [ada, bob] = [await signUp(), await signUp()];
      const { recoveryCodes } = await addTotp(service, ada);
      const challenge = challengeIn(await logIn(ada));
      const answer = { challenge, code: recoveryCodes[0], remember: true };
      const begun = await call("POST", "/auth/login/factor", { body: answer });
      const { email } = ada;
      const enter = (given: object): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { email, password: PASSWORD, ...given } });
      const { deviceSecret } = expectOk(begun, 200, TokenPair);
      const guess = await enter({ deviceSecret, password: "not the password" });
      expectError(guess, 401, "INVALID_CREDENTIALS");
      const next = expectOk(await enter({ deviceSecret }), 200, TokenPair);
      assert.ok(next.deviceSecret !== undefined && next.deviceSecret !== deviceSecret);
      expectError(await enter({ deviceSecret }), 401, "FACTOR_REQUIRED");
      expectError(await enter({ deviceSecret: `${deviceSecret}x` }), 401, "FACTOR_REQUIRED");
      const path = "/auth/remembered-devices";
      const list = await call("GET", path, { token: ada.token });
      assert.equal(list.status, 200, shown(list));
      const { data } = list.json as { data: readonly unknown[] };
      const [device, ...others] = data.map(
        (one) => zodOf(RememberedDevice).parse(one) as RememberedDevice,
      );
      assert.deepEqual(others, []);
      const own = `${path}/${device?.id}`;
      expectError(await call("DELETE", own, { token: bob.token }), 404, "NOT_FOUND");
      assert.equal((await call("DELETE", own, { token: ada.token })).status, 200);
      const { deviceSecret: last } = next;
      expectError(await enter({ deviceSecret: last }), 401, "FACTOR_REQUIRED");
    },
  },
  {
    name: "a change of keys or factors is 403 STEP_UP_REQUIRED in an account with a factor, until its session is stepped up",
    run: async (service) => {
      const { call, signUp } = service;
      const [ada, bob] = [await signUp(), await signUp()];
      const { id, recoveryCodes } = await addTotp(service, ada);
      const body = { name: "a key", permissions: ["read"] };
      const create = ({ token }: Account): ReturnType<typeof call> =>
        call("POST", "/auth/api-keys", { body, token });
      assert.equal((await create(bob)).status, 201);
      const refused = await create(ada);
      expectError(refused, 403, "STEP_UP_REQUIRED");
      const answer = { challenge: challengeIn(refused), code: recoveryCodes[0] };
      const stepUp = ({ token }: Account): ReturnType<typeof call> =>
        call("POST", "/auth/step-up", { body: answer, token });
      expectError(await stepUp(bob), 400, "CHALLENGE_INVALID");
      const removal = { token: ada.token };
      const path = `/auth/factors/${id}`;
      expectError(await call("DELETE", path, removal), 403, "STEP_UP_REQUIRED");
      assert.equal((await stepUp(ada)).status, 200);
      assert.equal((await create(ada)).status, 201);
      expectError(await call("DELETE", path, { token: bob.token }), 404, "NOT_FOUND");
      const removed = await call("DELETE", path, removal);
      assert.equal(removed.status, 200, shown(removed));
    },
  },
  {
    name: "second factors are listed for their owner alone, and none before it is confirmed",
    run: async (service) => {
      const { call, signUp } = service;
      const ada = await signUp();
      const list = async ({ token }: Account): Promise<readonly unknown[]> => {
        const answer = await call("GET", "/auth/factors", { token });
        assert.equal(answer.status, 200, shown(answer));
        const { data } = answer.json as { data: readonly unknown[] };
        for (const one of data) assert.ok(zodOf(Factor).safeParse(one).success, shown(answer));
        return data;
      };
      await begin(service, ada);
      assert.deepEqual(await list(ada), []);
      await addTotp(service, ada);
      assert.equal((await list(ada)).length, 1);
      assert.deepEqual(await list(await signUp()), []);
      expectError(await call("GET", "/auth/factors"), 401, "UNAUTHORIZED");
    },
  },
];

async function begin({ call }: AuthService, { token }: Account): Promise<NewTotp> {
  const begun = await call("POST", "/auth/factors/totp", { token });
  return expectOk(begun, 201, NewTotp, ["id", "secret", "uri"]);
}

/** Adds an authenticator app by a code of the time that the service has. */
async function addTotp(
  service: AuthService,
  account: Account,
): Promise<{ readonly id: string; readonly recoveryCodes: readonly string[] }> {
  const { id, secret } = await begin(service, account);
  const { token } = account;
  const sessions = await service.call("GET", "/auth/sessions", { token });
  const { data } = sessions.json as { data: readonly Session[] };
  const now = Math.max(...data.map(({ lastUsedAt }) => Date.parse(lastUsedAt)));
  const body = { id, code: totp(secret, now) };
  const done = await service.call("POST", "/auth/factors/totp/confirm", { body, token });
  const { recoveryCodes } = expectOk(done, 200, RecoveryCodes, ["recoveryCodes"]);
  assert.equal(new Set(recoveryCodes).size, 10, shown(done));
  return { id, recoveryCodes };
}
