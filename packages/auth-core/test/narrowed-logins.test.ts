/** Logins that are narrowed to some of the permissions of their account. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type AuthCore,
  defaultPermissions,
  defineRoles,
  type Permission,
  PERMISSIONS,
  type SignedIn,
} from "../src/index.ts";
import { codeOf, fixture, identifyToken, PASSWORD } from "./support/auth.ts";
import { ADA, challengeOf, withTotp } from "./support/factors.ts";

const roles = defineRoles(defaultPermissions, { reader: ["read"] });

const permissionsOf = async (auth: AuthCore, token: string): Promise<readonly string[]> =>
  (await identifyToken(auth, token)).permissions;

describe("a login that asks for some permissions", () => {
  test("has no others, and tells those that it was narrowed to", async () => {
    const { auth } = await fixture();
    const { user } = await auth.accounts.register({ email: ADA, password: PASSWORD });
    const input = { email: ADA, password: PASSWORD, permissions: ["billing", "read"] };
    const { token, session } = await auth.accounts.login(input);
    expect(await identifyToken(auth, token)).toMatchObject({
      permissions: ["read", "billing"],
      narrowedTo: ["read", "billing"],
    });
    expect(await codeOf(auth.guard.authorize({ token }, "deploy"))).toBe("FORBIDDEN");
    expect(session.permissions).toEqual(["billing", "read"]);
    const listed = await auth.sessions.list(user.id);
    expect(listed.find(({ id }) => id === session.id)?.permissions).toEqual(["billing", "read"]);
    expect(listed.find(({ id }) => id !== session.id)).not.toHaveProperty("permissions");
  });

  test("of admin has all that the role of the account has, and no more", async () => {
    const { auth } = await fixture({ roles });
    const { user } = await auth.accounts.register({ email: ADA, password: PASSWORD });
    const { token } = await auth.accounts.login({
      email: ADA,
      password: PASSWORD,
      permissions: ["admin"],
    });
    expect(await permissionsOf(auth, token)).toEqual(PERMISSIONS);
    await auth.users.setRole(user.id, "reader");
    expect(await identifyToken(auth, token)).toMatchObject({
      permissions: ["read"],
      narrowedTo: PERMISSIONS,
    });
  });

  test.each([[[]], [["read", "read"]], [["everything"]]])(
    "is a VALIDATION_ERROR for %j, whatever the password",
    async (permissions) => {
      const { auth } = await fixture({ mail: { publicUrl: "https://a.example" } });
      const wrong = auth.accounts.login({ email: ADA, password: "wrong", permissions });
      await expect(wrong).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { path: "permissions" },
      });
      expect(await codeOf(auth.devices.request({ permissions }))).toBe("VALIDATION_ERROR");
    },
  );

  test("of a device is shown to its user, and has no others once it is approved", async () => {
    const { auth } = await fixture({ mail: { publicUrl: "https://a.example" } });
    const { user, session } = await auth.accounts.register({ email: ADA, password: PASSWORD });
    const asked = { clientName: "cli", permissions: ["read"] };
    const { deviceCode, userCode } = await auth.devices.request(asked);
    expect(await auth.devices.find(user.id, userCode)).toMatchObject({ permissions: ["read"] });
    await auth.devices.approve(user.id, session.id, userCode);
    const { token } = await auth.devices.login(deviceCode);
    expect(await permissionsOf(auth, token)).toEqual(["read"]);
  });
});

test("no sequence of acts gives a login more than it asked for", async () => {
  const asking = fc.subarray<Permission>([...PERMISSIONS], { minLength: 1 });
  const act = fc.constantFrom("refresh", "rotate", "step up", "role", "device", "replica");
  await fc.assert(
    fc.asyncProperty(asking, fc.array(act, { maxLength: 8 }), async (permissions, acts) => {
      const made = await fixture({ roles });
      const { auth, clock } = made;
      const { user, nextCode } = await withTotp(made);
      const login = { email: ADA, password: PASSWORD, permissions };
      const { challenge } = await challengeOf(auth.accounts.login(login));
      let held: Pick<SignedIn, "token" | "refreshToken" | "session" | "deviceSecret"> =
        await auth.accounts.loginWithFactor({ challenge, code: await nextCode(), remember: true });
      let guard = auth;
      let isReader = false;
      const steps: Readonly<Record<(typeof acts)[number], () => Promise<void>>> = {
        refresh: async () => {
          const { token } = await auth.sessions.refresh(held.refreshToken);
          held = { ...held, token };
        },
        rotate: async () => {
          const { token, refreshToken } = await auth.sessions.refresh(held.refreshToken, {
            rotate: true,
          });
          held = { ...held, token, refreshToken: refreshToken ?? "" };
        },
        "step up": async () => {
          const session = { userId: user.id, sessionId: held.session.id };
          const asked = auth.factors.requireStepUp(session).then(
            () => undefined,
            (error: { details: { challenge: string } }) => error.details.challenge,
          );
          const question = await asked;
          if (question === undefined) return;
          await auth.factors.stepUp(session, { challenge: question, code: await nextCode() });
        },
        role: async () => {
          isReader = !isReader;
          await auth.users.setRole(user.id, isReader ? "reader" : "owner");
          await clock.advance(1000);
        },
        device: async () => {
          const secret = held.deviceSecret ?? "";
          held = await auth.accounts.login({ ...login, deviceSecret: secret });
        },
        replica: async () => {
          guard = await made.again();
        },
      };
      for (const name of acts) {
        await steps[name]();
        const own = await permissionsOf(guard, held.token);
        const beyond = own.filter((one) => !defaultPermissions.permits(permissions, one));
        expect(beyond, `after ${name}`).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
