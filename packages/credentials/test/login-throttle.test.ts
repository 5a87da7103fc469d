import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createLoginThrottle } from "../src/throttle/login-throttle.ts";

const clock = createManualClock({ now: 0 });
const throttleOf = () =>
  createLoginThrottle(
    {
      loginFailuresPerAccount: 3,
      loginFailuresPerAddress: 5,
      loginsPerAccount: 20,
      loginWindowSeconds: 900,
      registrationsPerHour: 2,
    },
    clock,
    (code, message, options) => Object.assign(new Error(message), { code, ...options }),
  );

const from = (account: string, ip?: string, session?: string) => ({
  account,
  origin: { ip },
  session,
});

/** Seconds to wait, or 0. */
function waitOf(work: () => void): number {
  try {
    work();
    return 0;
  } catch (error) {
    const { code, details } = error as { code: string; details: { retryAfterSeconds: number } };
    expect(code).toBe("RATE_LIMITED");
    return details.retryAfterSeconds;
  }
}

test("an address is blocked for an account after its failures, and a success resets them", () => {
  const throttle = throttleOf();
  throttle.fail(from("ann", "192.0.2.1"));
  throttle.succeed(from("ann", "192.0.2.1"));
  for (let i = 0; i < 2; i++) throttle.fail(from("ann", "192.0.2.1"));
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.1")))).toBe(0);
  throttle.fail(from("ann", "192.0.2.1"));
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.1")))).toBe(900);
  expect(waitOf(() => throttle.check(from("bob", "192.0.2.1")))).toBe(0);
});

test("failures of strangers at any number of addresses block no other address of the account", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 250; i++) {
    for (let n = 0; n < 3; n++) throttle.fail(from("ann", `192.0.2.${i}`));
  }
  expect(waitOf(() => throttle.check(from("ann", "198.51.100.1")))).toBe(0);
});

test("an account under attack delays unknown addresses by 5 s at most, known ones and sessions not at all", async () => {
  const throttle = throttleOf();
  throttle.succeed(from("ann", "198.51.100.1"));
  const delays: number[] = [];
  for (let i = 0; i < 30; i++) {
    delays.push(throttle.delay(from("ann", "203.0.113.1")));
    throttle.fail(from("ann", `192.0.2.${i}`));
  }
  expect(delays.slice(0, 7)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000]);
  expect(Math.max(...delays)).toBe(5000);
  expect(throttle.delay(from("ann", "198.51.100.1"))).toBe(0);
  expect(throttle.delay(from("ann", "203.0.113.1", "session 1"))).toBe(0);
  expect(throttle.delay(from("bob", "203.0.113.1"))).toBe(0);
});

test("an address that failed on other accounts stays open to the account that has logged in from it", () => {
  const throttle = throttleOf();
  throttle.succeed(from("ann", "192.0.2.1"));
  for (let i = 0; i < 5; i++) throttle.fail(from(`account ${i}`, "192.0.2.1"));
  expect(waitOf(() => throttle.check(from("bob", "192.0.2.1")))).toBe(900);
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.1")))).toBe(0);
});

test("the holder of a session is counted by that session alone", () => {
  const throttle = throttleOf();
  const held = from("ann", "192.0.2.1", "session 1");
  for (let i = 0; i < 9; i++) throttle.fail(from("ann", "192.0.2.1"));
  for (let i = 0; i < 3; i++) throttle.fail(from("ann", "192.0.2.1", "session 2"));
  expect(waitOf(() => throttle.check(held))).toBe(0);
  for (let i = 0; i < 3; i++) throttle.fail(held);
  expect(waitOf(() => throttle.check(held))).toBe(900);
});

test("successful logins to one account are limited too, from all addresses together", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 20; i++) throttle.succeed(from("ann", `192.0.2.${i}`));
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.1")))).toBe(900);
  expect(waitOf(() => throttle.check(from("bob", "192.0.2.1")))).toBe(0);
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.1", "session 1")))).toBe(0);
});

test("all addresses of an IPv6 /64 network count as one, and those of another do not", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 5; i++) throttle.fail(from(`account ${i}`, `2001:db8:0:1::${i}`));
  expect(waitOf(() => throttle.check(from("ann", "2001:db8:0:1:ffff:ffff:0:1")))).toBe(900);
  expect(waitOf(() => throttle.check(from("ann", "2001:db8:0:2::1")))).toBe(0);
  for (let i = 0; i < 3; i++) throttle.fail(from("bob", `2001:db8:0:3::${i}`));
  expect(waitOf(() => throttle.check(from("bob", "2001:db8:0:3::9")))).toBe(900);
  for (let i = 0; i < 2; i++) throttle.countRegistration({ ip: `2001:db8:0:1::${i}` });
  expect(waitOf(() => throttle.countRegistration({ ip: "2001:db8:0:1::9" }))).toBe(3600);
  expect(waitOf(() => throttle.countRegistration({ ip: "2001:db8:0:2::9" }))).toBe(0);
});

test("an IPv4 address counts as itself in both of its spellings", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 5; i++) throttle.fail(from(`account ${i}`, "::ffff:192.0.2.1"));
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.1")))).toBe(900);
  expect(waitOf(() => throttle.check(from("ann", "192.0.2.2")))).toBe(0);
});

test("a caller without an address is counted by its account alone", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 9; i++) throttle.countRegistration({});
  for (let i = 0; i < 9; i++) throttle.fail(from(`account ${i}`));
  expect(waitOf(() => throttle.check(from("ann")))).toBe(0);
  for (let i = 0; i < 3; i++) throttle.fail(from("ann"));
  expect(waitOf(() => throttle.check(from("ann")))).toBe(900);
});
