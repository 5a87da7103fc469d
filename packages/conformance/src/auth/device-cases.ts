import assert from "node:assert/strict";

import { DeviceCodes, TokenPair, WaitingDevice } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { AuthCase, AuthService } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

const KEYS = ["deviceCode", "userCode", "verificationUri", "expiresIn", "interval"];

async function ask({ call }: AuthService): Promise<DeviceCodes | undefined> {
  const answer = await call("POST", "/auth/device/code", { body: { clientName: "a test" } });
  if (answer.status === 200) return expectOk(answer, 200, DeviceCodes, KEYS);
  expectError(answer, 501, "DEVICE_LOGIN_UNAVAILABLE");
  return undefined;
}

/** Logins of devices, where the service has a page for them. */
export const deviceCases: readonly AuthCase[] = [
  {
    name: "a device gets tokens once, after its user has approved the code that it shows",
    run: async (service) => {
      const { call, signUp } = service;
      const codes = await ask(service);
      if (codes === undefined) return;
      const { deviceCode, userCode } = codes;
      const { token, id } = await signUp();
      const poll = (): ReturnType<typeof call> =>
        call("POST", "/auth/device/token", { body: { deviceCode } });
      expectError(await poll(), 400, "AUTHORIZATION_PENDING");
      const found = await call("POST", "/auth/device/find", { token, body: { userCode } });
      assert.equal(expectOk(found, 200, WaitingDevice).clientName, "a test", shown(found));
      const approve = { token, body: { userCode: userCode.toLowerCase() } };
      assert.equal((await call("POST", "/auth/device/approve", approve)).status, 200);
      const pair = expectOk(await poll(), 200, TokenPair);
      const me = await call("GET", "/auth/me", { token: pair.token });
      assert.equal((me.json as { data: { user: { id: string } } }).data.user.id, id, shown(me));
      expectError(await poll(), 400, "EXPIRED_TOKEN");
      expectError(await call("POST", "/auth/device/approve", approve), 404, "NOT_FOUND");
    },
  },
  {
    name: "a device that asks at once again is told to slow down, and one that is refused is told so",
    run: async (service) => {
      const { call, signUp } = service;
      const codes = await ask(service);
      if (codes === undefined) return;
      const { deviceCode, userCode } = codes;
      const { token } = await signUp();
      const poll = (): ReturnType<typeof call> =>
        call("POST", "/auth/device/token", { body: { deviceCode } });
      expectError(await poll(), 400, "AUTHORIZATION_PENDING");
      expectError(await poll(), 400, "SLOW_DOWN");
      const refusal = { token, body: { userCode, approve: false } };
      assert.equal((await call("POST", "/auth/device/approve", refusal)).status, 200);
      expectError(await poll(), 400, "ACCESS_DENIED");
    },
  },
  {
    name: "a code of a device that nobody was given opens nothing",
    run: async ({ call, signUp }) => {
      const { token, refreshToken } = await signUp();
      for (const deviceCode of ["x", refreshToken, `dc_${"A".repeat(43)}`]) {
        const answer = await call("POST", "/auth/device/token", { body: { deviceCode } });
        expectError(answer, 400, "EXPIRED_TOKEN");
      }
      expectInvalid(await call("POST", "/auth/device/token", { body: {} }), "deviceCode");
      const body = { userCode: "BBBB-BBBB" };
      for (const path of ["/auth/device/find", "/auth/device/approve"]) {
        expectError(await call("POST", path, { token, body }), 404, "NOT_FOUND");
        expectError(await call("POST", path, { body }), 401, "UNAUTHORIZED");
      }
    },
  },
];
