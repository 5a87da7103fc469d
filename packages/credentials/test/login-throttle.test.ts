import { createManualClock, createMemoryStore, type Clock, type Store } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { loginFailures } from "../src/throttle/login-failure-document.ts";
import { createLoginThrottle, type LoginThrottle } from "../src/throttle/login-throttle.ts";

const clock = createManualClock({ now: 0 });

const throttleOver = (store: Store, time: Clock = clock): LoginThrottle =>
  createLoginThrottle(
    {
      loginFailuresPerAccount: 3,
      loginFailuresPerAddress: 5,
      loginsPerAccount: 20,
      loginWindowSeconds: 900,
      registrationsPerHour: 2,
      store,
    },
    time,
    (code, message, options) => Object.assign(new Error(message), { code, ...options }),
  );

/** A store of this process alone. */
const ownStore = (): Store => createMemoryStore({ collections: [loginFailures] });

/** A store that other processes write to as well: it has no revision. */
const sharedStore = (): Store =>
  new Proxy(ownStore(), {
    get: (store, name) => {
      const value: unknown = name === "revision" ? undefined : Reflect.get(store, name, store);
      return typeof value === "function" ? value.bind(store) : value;
    },
  });

const from = (account: string, ip?: string, session?: string) => ({
  account,
  origin: { ip },
  session,
});

/** Seconds to wait, or 0. */
async function waitOf(work: Promise<void>): Promise<number> {
  try {
    await work;
    return 0;
  } catch (error) {
    const { code, details } = error as { code: string; details: { retryAfterSeconds: number } };
    expect(code).toBe("RATE_LIMITED");
    return details.retryAfterSeconds;
  }
}

/** A failure, refused or not. */
async function failed(throttle: LoginThrottle, attempt: ReturnType<typeof from>): Promise<void> {
  await waitOf(throttle.settle(attempt, false));
}

test.each([
  ["in memory", ownStore],
  ["in a shared store", sharedStore],
])("a clock that is set back an hour does not lengthen a block counted %s", async (_, storeOf) => {
  const real = createManualClock({ now: Date.UTC(2026, 0, 15) });
  let back = 0;
  const wall = {
    now: () => real.now() - back,
    monotonic: () => real.monotonic(),
    sleep: real.sleep.bind(real),
  };
  const throttle = throttleOver(storeOf(), wall);
  const attempt = from("ann", "192.0.2.1");
  for (let i = 0; i < 3; i++) await failed(throttle, attempt);
  back = 3_600_000;
  expect(await waitOf(throttle.check(attempt))).toBeLessThanOrEqual(900);
  await real.advance(900_000);
  expect(await waitOf(throttle.check(attempt))).toBe(0);
  await throttle.settle(attempt, true);
});

describe.each([
  ["in memory", ownStore],
  ["in a shared store", sharedStore],
])("counted %s", (_, storeOf) => {
  test("an address is blocked for an account after its failures, and a success resets them", async () => {
    const throttle = throttleOver(storeOf());
    await failed(throttle, from("ann", "192.0.2.1"));
    await throttle.settle(from("ann", "192.0.2.1"), true);
    for (let i = 0; i < 2; i++) await failed(throttle, from("ann", "192.0.2.1"));
    expect(await waitOf(throttle.check(from("ann", "192.0.2.1")))).toBe(0);
    await failed(throttle, from("ann", "192.0.2.1"));
    expect(await waitOf(throttle.check(from("ann", "192.0.2.1")))).toBe(900);
    expect(await waitOf(throttle.check(from("bob", "192.0.2.1")))).toBe(0);
  });

  test("failures of strangers at any number of addresses block no other address of the account", async () => {
    const throttle = throttleOver(storeOf());
    for (let i = 0; i < 250; i++) {
      for (let n = 0; n < 3; n++) await failed(throttle, from("ann", `192.0.2.${i}`));
    }
    expect(await waitOf(throttle.check(from("ann", "198.51.100.1")))).toBe(0);
  });

  test("an account under attack delays unknown addresses by 5 s at most, known ones and sessions not at all", async () => {
    const throttle = throttleOver(storeOf());
    await throttle.settle(from("ann", "198.51.100.1"), true);
    const delays: number[] = [];
    for (let i = 0; i < 30; i++) {
      delays.push(await throttle.delay(from("ann", "203.0.113.1")));
      await failed(throttle, from("ann", `192.0.2.${i}`));
    }
    expect(delays.slice(0, 7)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000]);
    expect(Math.max(...delays)).toBe(5000);
    expect(await throttle.delay(from("ann", "198.51.100.1"))).toBe(0);
    expect(await throttle.delay(from("ann", "203.0.113.1", "session 1"))).toBe(0);
    expect(await throttle.delay(from("bob", "203.0.113.1"))).toBe(0);
  });

  test("an address that failed on other accounts stays open to the account that has logged in from it", async () => {
    const throttle = throttleOver(storeOf());
    await throttle.settle(from("ann", "192.0.2.1"), true);
    for (let i = 0; i < 5; i++) await failed(throttle, from(`account ${i}`, "192.0.2.1"));
    expect(await waitOf(throttle.check(from("bob", "192.0.2.1")))).toBe(900);
    expect(await waitOf(throttle.check(from("ann", "192.0.2.1")))).toBe(0);
  });

  test("the holder of a session is counted by that session alone", async () => {
    const throttle = throttleOver(storeOf());
    const held = from("ann", "192.0.2.1", "session 1");
    for (let i = 0; i < 9; i++) await failed(throttle, from("ann", "192.0.2.1"));
    for (let i = 0; i < 3; i++) await failed(throttle, from("ann", "192.0.2.1", "session 2"));
    expect(await waitOf(throttle.check(held))).toBe(0);
    for (let i = 0; i < 3; i++) await failed(throttle, held);
    expect(await waitOf(throttle.check(held))).toBe(900);
  });

  test("successful logins to one account are limited too, from all addresses together", async () => {
    const throttle = throttleOver(storeOf());
    for (let i = 0; i < 20; i++) await throttle.settle(from("ann", `192.0.2.${i}`), true);
    expect(await waitOf(throttle.check(from("ann", "192.0.2.1")))).toBe(900);
    expect(await waitOf(throttle.check(from("bob", "192.0.2.1")))).toBe(0);
    expect(await waitOf(throttle.check(from("ann", "192.0.2.1", "session 1")))).toBe(0);
  });

  test("all addresses of an IPv6 /64 network count as one, and those of another do not", async () => {
    const throttle = throttleOver(storeOf());
    for (let i = 0; i < 5; i++) await failed(throttle, from(`account ${i}`, `2001:db8:0:1::${i}`));
    expect(await waitOf(throttle.check(from("ann", "2001:db8:0:1:ffff:ffff:0:1")))).toBe(900);
    expect(await waitOf(throttle.check(from("ann", "2001:db8:0:2::1")))).toBe(0);
    for (let i = 0; i < 3; i++) await failed(throttle, from("bob", `2001:db8:0:3::${i}`));
    expect(await waitOf(throttle.check(from("bob", "2001:db8:0:3::9")))).toBe(900);
    for (let i = 0; i < 2; i++) await throttle.countRegistration({ ip: `2001:db8:0:1::${i}` });
    expect(await waitOf(throttle.countRegistration({ ip: "2001:db8:0:1::9" }))).toBe(3600);
    expect(await waitOf(throttle.countRegistration({ ip: "2001:db8:0:2::9" }))).toBe(0);
  });

  test("an IPv4 address counts as itself in both of its spellings", async () => {
    const throttle = throttleOver(storeOf());
    for (let i = 0; i < 5; i++) await failed(throttle, from(`account ${i}`, "::ffff:192.0.2.1"));
    expect(await waitOf(throttle.check(from("ann", "192.0.2.1")))).toBe(900);
    expect(await waitOf(throttle.check(from("ann", "192.0.2.2")))).toBe(0);
  });

  test("a caller without an address is delayed by its account's failures, and never blocked", async () => {
    const throttle = throttleOver(storeOf());
    for (let i = 0; i < 9; i++) await throttle.countRegistration({});
    for (let i = 0; i < 9; i++) await failed(throttle, from(`account ${i}`));
    expect(await throttle.delay(from("ann"))).toBe(0);
    for (let i = 0; i < 100; i++) await failed(throttle, from("ann"));
    expect(await waitOf(throttle.check(from("ann")))).toBe(0);
    expect(await throttle.delay(from("ann"))).toBe(5000);
    await throttle.settle(from("ann"), true);
    expect(await throttle.delay(from("ann")), "after the owner's success").toBe(5000);
    expect(await throttle.delay(from("bob"))).toBe(0);
  });
});

describe("two processes over one store", () => {
  test("count the failures of a pair, an address and an account together", async () => {
    const store = sharedStore();
    const [one, other] = [throttleOver(store), throttleOver(store)];
    await failed(one, from("ann", "192.0.2.1"));
    await failed(other, from("ann", "192.0.2.1"));
    await failed(one, from("ann", "192.0.2.1"));
    expect(await waitOf(other.check(from("ann", "192.0.2.1")))).toBe(900);
    await failed(other, from("bob", "192.0.2.1"));
    await failed(one, from("bob", "192.0.2.1"));
    expect(await waitOf(other.check(from("eve", "192.0.2.1")))).toBe(900);
    expect(await other.delay(from("ann", "203.0.113.1"))).toBe(1000);
  });

  test("let only as many of a hundred guesses at once count as one process does", async () => {
    const store = sharedStore();
    const throttles = [throttleOver(store), throttleOver(store), throttleOver(store)];
    const waits = await Promise.all(
      Array.from({ length: 99 }, (_, at) =>
        waitOf(throttles[at % 3]!.settle(from("ann", "192.0.2.1"), false)),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test("forgive a pair together, and refuse the third registration of an address", async () => {
    const store = sharedStore();
    const [one, other] = [throttleOver(store), throttleOver(store)];
    for (let i = 0; i < 2; i++) await failed(one, from("ann", "192.0.2.1"));
    await other.settle(from("ann", "192.0.2.1"), true);
    await failed(one, from("ann", "192.0.2.1"));
    expect(await waitOf(one.check(from("ann", "192.0.2.1")))).toBe(0);
    await one.countRegistration({ ip: "192.0.2.1" });
    await other.countRegistration({ ip: "192.0.2.1" });
    expect(await waitOf(one.countRegistration({ ip: "192.0.2.1" }))).toBe(3600);
  });

  test("leave no account or address in the store, and nothing once the windows are over", async () => {
    const store = sharedStore();
    const throttle = throttleOver(store);
    await failed(throttle, from("ann@example.com", "192.0.2.1"));
    await throttle.countRegistration({ ip: "192.0.2.1" });
    const { items } = await store.find(loginFailures);
    expect(items).toHaveLength(4);
    expect(JSON.stringify(items)).not.toMatch(/ann|192\.0/);
    await clock.advance(3_600_001);
    await throttle.sweep();
    expect(await store.count(loginFailures)).toBe(0);
  });
});
