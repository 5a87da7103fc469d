import { rememberedDevices } from "@bourse/credentials";
import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import type { AuthCoreOptions, SignedIn } from "../src/index.ts";
import { codeOf, type Fixture, fixture, identifyToken, PASSWORD } from "./support/auth.ts";
import { ADA, codeAt, loginChallenge, withTotp, type WithTotp } from "./support/factors.ts";

const DAY = 86_400_000;
const ORIGIN = { ip: "203.0.113.7", userAgent: "firefox" };

interface World extends Fixture, WithTotp {
  readonly mails: Mail[];
}

async function world(options: Partial<AuthCoreOptions> = {}): Promise<World> {
  const mails: Mail[] = [];
  const made = await fixture({
    mail: {
      publicUrl: "https://accounts.example",
      sender: { send: async (mail) => void mails.push(mail) },
    },
    ...options,
  });
  return { ...made, ...(await withTotp(made)), mails };
}

/** A login by a code that has this device remembered; its secret. */
async function remember({ auth, nextCode }: World, deviceSecret?: string): Promise<string> {
  const { challenge } = await loginChallenge(auth);
  const answer = { challenge, code: await nextCode(), remember: true, deviceSecret };
  return (await auth.accounts.loginWithFactor(answer, ORIGIN)).deviceSecret ?? "none";
}

const logIn = ({ auth }: Fixture, deviceSecret: string, password = PASSWORD): Promise<SignedIn> =>
  auth.accounts.login({ email: ADA, password, deviceSecret }, ORIGIN);

describe("a remembered device", () => {
  test("needs the password alone, and gets another secret at each login", async () => {
    const made = await world();
    const { auth, user, events } = made;
    const secrets = [await remember(made)];
    expect(secrets[0]).toMatch(/^rd_[0-9a-f-]{36}_[\w-]{43}$/);
    for (let round = 0; round < 3; round++) {
      await made.clock.advance(60_000);
      const signedIn = await logIn(made, secrets.at(-1) ?? "");
      expect(await identifyToken(auth, signedIn.token)).toMatchObject({ userId: user.id });
      secrets.push(signedIn.deviceSecret ?? "none");
    }
    expect(new Set(secrets).size).toBe(4);
    const held = await made.store.find(rememberedDevices, { index: "by_user", equals: [user.id] });
    expect(held.items).toHaveLength(1);
    for (const secret of secrets) {
      expect(JSON.stringify(held.items)).not.toContain(secret.slice(-43));
    }
    const [device] = await auth.factors.devices(user.id);
    expect(device).toMatchObject({ ...ORIGIN, lastUsedAt: made.clock.now() });
    expect(events.map(({ action }) => action)).toContain("device.remembered");
    await auth.mails.deliverDue();
    expect(made.mails.filter(({ text }) => text.includes("is remembered"))).toHaveLength(1);
  });

  test("is none where nobody asks for it, or where the service remembers none", async () => {
    const made = await world();
    const { challenge } = await loginChallenge(made.auth);
    const answer = { challenge, code: await made.nextCode() };
    expect((await made.auth.accounts.loginWithFactor(answer)).deviceSecret).toBeNull();
    expect(await remember(await world({ rememberedDeviceDays: 0 }))).toBe("none");
  });

  test("opens nothing without the password, and says nothing then", async () => {
    const made = await world();
    const secret = await remember(made);
    const unknown = `${secret.slice(0, -3)}AAA`;
    for (const one of [secret, unknown, "rd_", "x".repeat(200)]) {
      expect(await codeOf(logIn(made, one, "not the password"))).toBe("INVALID_CREDENTIALS");
    }
    expect(await codeOf(identifyToken(made.auth, secret))).toBe("INVALID_TOKEN");
    expect(await codeOf(made.auth.sessions.refresh(secret))).toBe("INVALID_TOKEN");
    for (const one of [unknown, "rd_", "x".repeat(200)]) {
      expect(await codeOf(logIn(made, one))).toBe("FACTOR_REQUIRED");
    }
    await logIn(made, secret);
  });

  test("of another account is as unknown", async () => {
    const made = await world();
    const { auth, clock } = made;
    const eve = await withTotp({ ...made }, "eve@example.com");
    const secret = await remember(made);
    const login = { email: "eve@example.com", password: PASSWORD, deviceSecret: secret };
    expect(await codeOf(auth.accounts.login(login))).toBe("FACTOR_REQUIRED");
    const [device] = await auth.factors.devices(made.user.id);
    const forget = auth.factors.forgetDevice(eve.user.id, device?.id ?? "");
    expect(await codeOf(forget)).toBe("NOT_FOUND");
    await clock.advance(60_000);
    await logIn(made, secret);
  });

  test("never steps a session up", async () => {
    const made = await world();
    const {
      user: { id: userId },
      session,
    } = await logIn(made, await remember(made));
    const asked = made.auth.factors.requireStepUp({ userId, sessionId: session.id });
    expect(await codeOf(asked)).toBe("STEP_UP_REQUIRED");
  });

  test("needs a factor again after its days, however often it was used", async () => {
    const made = await world({ rememberedDeviceDays: 2 });
    let secret = await remember(made);
    const began = made.clock.now();
    await made.clock.advance(DAY);
    secret = (await logIn(made, secret)).deviceSecret ?? "none";
    await made.clock.advance(began + 2 * DAY - 1 - made.clock.now());
    secret = (await logIn(made, secret)).deviceSecret ?? "none";
    await made.clock.advance(1);
    expect(await codeOf(logIn(made, secret))).toBe("FACTOR_REQUIRED");
    expect(await made.auth.factors.devices(made.user.id)).toEqual([]);
    await made.auth.maintain();
    expect(await made.store.count(rememberedDevices)).toBe(0);
  });

  test("lets one of fifty logins at once in, over replicas", async () => {
    const made = await world();
    const replica = await made.again();
    const secret = await remember(made);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        logIn({ ...made, auth: at % 2 ? made.auth : replica }, secret).then(
          (signedIn) => signedIn.deviceSecret,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    const [next = "none", ...others] = outcomes.filter((one) => one !== "FACTOR_REQUIRED");
    expect(others).toEqual([]);
    await logIn(made, next ?? "none");
  });

  test("is forgotten when a copy of its secret is used, with the sessions that it opened", async () => {
    const made = await world();
    const { auth, user, events } = made;
    const stolen = await remember(made);
    const thief = await logIn(made, stolen);
    expect(await codeOf(logIn(made, stolen))).toBe("FACTOR_REQUIRED");
    await identifyToken(auth, thief.token);
    await made.clock.advance(30_000);
    expect(await codeOf(logIn(made, stolen))).toBe("FACTOR_REQUIRED");
    expect(await codeOf(identifyToken(auth, thief.token))).toBe("INVALID_TOKEN");
    expect(await codeOf(logIn(made, thief.deviceSecret ?? ""))).toBe("FACTOR_REQUIRED");
    await identifyToken(auth, made.signedIn.token);
    expect(await auth.factors.devices(user.id)).toEqual([]);
    expect(events.map(({ action }) => action)).toContain("device.copied");
    await auth.mails.deliverDue();
    expect(made.mails.at(-1)?.text).toContain("may have copied it");
  });

  test("replaces the one that this device had before, and the oldest beyond twenty", async () => {
    const made = await world();
    const { auth, user } = made;
    const first = await remember(made);
    const second = await remember(made, first);
    expect(await auth.factors.devices(user.id)).toHaveLength(1);
    expect(await codeOf(logIn(made, first))).toBe("FACTOR_REQUIRED");
    for (let more = 0; more < 20; more++) await remember(made);
    expect(await auth.factors.devices(user.id)).toHaveLength(20);
    expect(await codeOf(logIn(made, second))).toBe("FACTOR_REQUIRED");
  });

  test("is listed, exported without its secret, forgotten by its owner, and gone with the account", async () => {
    const made = await world();
    const { auth, user, store } = made;
    const secret = await remember(made);
    const [device] = await auth.factors.devices(user.id);
    const copy = await auth.personalData.export(user.id);
    expect(copy.rememberedDevices).toEqual([device]);
    await auth.factors.forgetDevice(user.id, device?.id ?? "", ORIGIN);
    expect(await codeOf(logIn(made, secret))).toBe("FACTOR_REQUIRED");
    const again = auth.factors.forgetDevice(user.id, device?.id ?? "");
    expect(await codeOf(again)).toBe("NOT_FOUND");
    await auth.trail.flush();
    const { items } = await auth.trail.find({ account: user.id });
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["device.remembered", "device.forgotten"]),
    );
    await remember(made);
    await auth.personalData.deleteNow(ADA);
    expect(await store.count(rememberedDevices)).toBe(0);
  });
});

describe("remembered devices are all forgotten by", () => {
  const acts: Readonly<Record<string, (made: World) => Promise<unknown>>> = {
    "a changed password": ({ auth, signedIn: { user, session } }) =>
      auth.accounts.changePassword(user.id, session.id, {
        currentPassword: PASSWORD,
        newPassword: "staple correct horse",
      }),
    "a reset password": async ({ auth }) => {
      const link = (await auth.accounts.passwordResetLink(ADA)) ?? "";
      const [, token = ""] = /#[a-z-]+=(\S+)/.exec(link) ?? [];
      await auth.accounts.resetPassword({ token, password: "staple correct horse" });
    },
    "a removed factor": ({ auth, user, factorId }) => auth.factors.remove(user.id, factorId),
    "an added factor": async (made) => {
      const { id, secret } = await made.auth.factors.addTotp(made.user.id);
      const code = await codeAt(secret, made.clock.now());
      await made.auth.factors.confirmTotp(made.user.id, { id, code });
    },
    "an operator who removes all factors": ({ auth }) => auth.factors.removeAll(ADA),
    "a suspension": ({ auth, user }) => auth.users.disable(user.id),
    "the end of everybody's sessions": ({ auth }) => auth.sessions.endEverybody(),
    "a planned deletion": ({ auth, signedIn: { user, session } }) =>
      auth.personalData.requestDeletion(user.id, session.id, { password: PASSWORD }),
  };
  test.each(Object.entries(acts))("%s", async (_name, act) => {
    const made = await world();
    await remember(made);
    await remember(made);
    expect(await made.store.count(rememberedDevices)).toBe(2);
    await act(made);
    expect(await made.store.count(rememberedDevices)).toBe(0);
  });
});
