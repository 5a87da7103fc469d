import { loginFailures } from "@bourse/credentials";
import { createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { deviceCodes } from "../src/devices/device-code-document.ts";
import { authCollections, type AuthCoreOptions } from "../src/index.ts";
import { codeOf, type Fixture, fixture, identifyToken, PASSWORD } from "./support/auth.ts";

const SECOND = 1000;
const ADA = { email: "ada@example.com", password: PASSWORD };
const DEVICE = { ip: "203.0.113.9", userAgent: "bourse/1" };
const HOME = { ip: "198.51.100.4" };

interface Waiting extends Fixture {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceCode: string;
  readonly userCode: string;
}

async function waiting(options: Partial<AuthCoreOptions> = {}): Promise<Waiting> {
  const made = await fixture({ mail: { publicUrl: "https://a.example/" }, ...options });
  const { user, session } = await made.auth.accounts.register(ADA);
  const { deviceCode, userCode } = await made.auth.devices.request({ clientName: "cli" }, DEVICE);
  return { ...made, userId: user.id, sessionId: session.id, deviceCode, userCode };
}

describe("the login of a device", () => {
  test("is pending until its user approves it, and then has a session of its own", async () => {
    const { auth, clock, events, userId, sessionId, deviceCode, userCode } = await waiting();
    expect(await codeOf(auth.devices.login(deviceCode, DEVICE))).toBe("AUTHORIZATION_PENDING");
    expect(await auth.devices.find(userId, userCode, HOME)).toEqual({
      clientName: "cli",
      ip: DEVICE.ip,
      createdAt: clock.now(),
      expiresAt: clock.now() + 900 * SECOND,
    });
    await auth.devices.approve(userId, sessionId, userCode.toLowerCase().replace("-", " "), HOME);
    const { token, session } = await auth.devices.login(deviceCode, DEVICE);
    expect(await identifyToken(auth, token)).toMatchObject({ userId, sessionId: session.id });
    expect(session).toMatchObject({ ip: DEVICE.ip, userAgent: "bourse/1" });
    expect(events).toMatchObject([
      { action: "account.registered" },
      { action: "device.approved", userId, sessionId, ip: HOME.ip },
      { action: "login.succeeded", userId, sessionId: session.id, ip: DEVICE.ip },
    ]);
    expect(await codeOf(auth.devices.login(deviceCode, DEVICE))).toBe("EXPIRED_TOKEN");
  });

  test("shows an address of the service's own page, and codes that are stored as digests", async () => {
    const { auth, store } = await waiting();
    const { verificationUri, ...codes } = await auth.devices.request({});
    expect(verificationUri).toBe("https://a.example/#/device");
    expect(codes.userCode).toMatch(/^[BCDFGHJ-NP-TV-XZ]{4}-[BCDFGHJ-NP-TV-XZ]{4}$/);
    const stored = JSON.stringify(await store.find(deviceCodes));
    for (const code of [codes.deviceCode, codes.userCode, codes.userCode.replace("-", "")]) {
      expect(stored).not.toContain(code);
    }
  });

  test("of a user who refuses it is ACCESS_DENIED, once", async () => {
    const { auth, userId, sessionId, deviceCode, userCode } = await waiting();
    await auth.devices.deny(userId, sessionId, userCode);
    expect(await codeOf(auth.devices.login(deviceCode))).toBe("ACCESS_DENIED");
    expect(await codeOf(auth.devices.login(deviceCode))).toBe("EXPIRED_TOKEN");
  });

  test("that is asked for too often slows down by 5 s each time", async () => {
    const { auth, clock, deviceCode } = await waiting();
    const ask = (): Promise<string> => codeOf(auth.devices.login(deviceCode));
    expect(await ask()).toBe("AUTHORIZATION_PENDING");
    await clock.advance(4 * SECOND);
    expect(await ask()).toBe("SLOW_DOWN");
    await clock.advance(9 * SECOND);
    await expect(auth.devices.login(deviceCode)).rejects.toMatchObject({
      code: "SLOW_DOWN",
      details: { interval: 15 },
    });
    await clock.advance(15 * SECOND);
    expect(await ask()).toBe("AUTHORIZATION_PENDING");
  });

  test("has one winner among 50 questions at once", async () => {
    const { auth, userId, sessionId, deviceCode, userCode } = await waiting();
    await auth.devices.approve(userId, sessionId, userCode);
    const all = Array.from({ length: 50 }, () => codeOf(auth.devices.login(deviceCode)));
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["resolved", "EXPIRED_TOKEN"]));
    expect(await auth.sessions.list(userId)).toHaveLength(2);
  });

  test("expires after 15 minutes, approved or not, and leaves nothing behind", async () => {
    const { auth, clock, store, userId, sessionId, deviceCode, userCode } = await waiting();
    await auth.devices.approve(userId, sessionId, userCode);
    const other = await auth.devices.request({});
    await clock.advance(900 * SECOND);
    expect(await codeOf(auth.devices.login(deviceCode))).toBe("EXPIRED_TOKEN");
    expect(await codeOf(auth.devices.find(userId, other.userCode))).toBe("NOT_FOUND");
    await auth.maintain();
    expect(await store.count(deviceCodes)).toBe(0);
  });

  test("is refused where the account was disabled after it was approved", async () => {
    const { auth, userId, sessionId, deviceCode, userCode } = await waiting();
    await auth.devices.approve(userId, sessionId, userCode);
    await auth.users.disable(userId);
    expect(await codeOf(auth.devices.login(deviceCode))).toBe("EXPIRED_TOKEN");
  });

  test("is unavailable where the service has no page", async () => {
    const { auth } = await fixture();
    expect(await codeOf(auth.devices.request({}))).toBe("DEVICE_LOGIN_UNAVAILABLE");
  });

  test("with any other text than a device code is EXPIRED_TOKEN", async () => {
    const { auth, userCode } = await waiting();
    for (const code of ["", userCode, "dc_", `dc_${"A".repeat(43)}`]) {
      expect(await codeOf(auth.devices.login(code))).toBe("EXPIRED_TOKEN");
    }
  });
});

describe("a user code", () => {
  test("is decided once, whoever comes first", async () => {
    const { auth, userId, sessionId, deviceCode, userCode } = await waiting();
    const mallory = await auth.accounts.register({ email: "m@example.com", password: PASSWORD });
    await auth.devices.approve(userId, sessionId, userCode);
    const late = auth.devices.approve(mallory.user.id, mallory.session.id, userCode);
    expect(await codeOf(late)).toBe("NOT_FOUND");
    expect((await auth.devices.login(deviceCode)).user.id).toBe(userId);
  });

  test.each([
    ["in memory", undefined],
    ["of a store that processes share", true],
  ])("cannot be guessed: counts %s block the account, then the address", async (_, shared) => {
    const memory = createMemoryStore({ collections: authCollections });
    const store =
      shared === undefined
        ? memory
        : new Proxy(memory, {
            get: (target, name): unknown => {
              if (name === "revision") return undefined;
              const part: unknown = Reflect.get(target, name, target);
              return typeof part === "function" ? (part.bind(target) as unknown) : part;
            },
          });
    const { auth, userId, sessionId, userCode } = await waiting({ store });
    const guess = (id: string): Promise<string> =>
      codeOf(auth.devices.approve(id, sessionId, "BBBB-BBBB", HOME));
    for (let i = 0; i < 10; i++) expect(await guess(userId)).toBe("NOT_FOUND");
    expect(await guess(userId)).toBe("RATE_LIMITED");
    expect(await codeOf(auth.devices.find(userId, userCode, HOME))).toBe("RATE_LIMITED");
    for (let i = 0; i < 40; i++) expect(await guess(`account ${i}`)).toBe("NOT_FOUND");
    expect(await guess("one more account")).toBe("RATE_LIMITED");
    if (shared === true) expect(await memory.count(loginFailures)).toBeGreaterThan(0);
  });

  test("is asked for 60 times an hour from one address", async () => {
    const { auth } = await waiting();
    const ask = (): Promise<string> => codeOf(auth.devices.request({}, DEVICE));
    for (let i = 0; i < 59; i++) expect(await ask()).toBe("resolved");
    expect(await ask()).toBe("RATE_LIMITED");
    expect(await codeOf(auth.devices.request({}, HOME))).toBe("resolved");
  });
});
