import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createLoginThrottle } from "../src/throttle/login-throttle.ts";

const clock = createManualClock({ now: 0 });
const throttleOf = () =>
  createLoginThrottle(
    {
      loginFailuresPerAccount: 3,
      loginFailuresPerAddress: 5,
      loginWindowSeconds: 900,
      registrationsPerHour: 2,
    },
    clock,
    (code, message, options) => Object.assign(new Error(message), { code, ...options }),
  );

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

test("an account is blocked after its failures, whatever the address, and a success resets it", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 2; i++) throttle.fail("ann", { ip: `192.0.2.${i}` });
  throttle.succeed("ann");
  for (let i = 0; i < 3; i++) throttle.fail("ann", { ip: `192.0.2.${i}` });
  expect(waitOf(() => throttle.check("ann", { ip: "192.0.2.9" }))).toBe(900);
  expect(waitOf(() => throttle.check("bob", { ip: "192.0.2.9" }))).toBe(0);
});

test("all addresses of an IPv6 /64 network count as one, and those of another do not", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 5; i++) throttle.fail(`account ${i}`, { ip: `2001:db8:0:1::${i}` });
  expect(waitOf(() => throttle.check("ann", { ip: "2001:db8:0:1:ffff:ffff:0:1" }))).toBe(900);
  expect(waitOf(() => throttle.check("ann", { ip: "2001:db8:0:2::1" }))).toBe(0);
  for (let i = 0; i < 2; i++) throttle.countRegistration({ ip: `2001:db8:0:1::${i}` });
  expect(waitOf(() => throttle.countRegistration({ ip: "2001:db8:0:1::9" }))).toBe(3600);
  expect(waitOf(() => throttle.countRegistration({ ip: "2001:db8:0:2::9" }))).toBe(0);
});

test("an IPv4 address counts as itself in both of its spellings", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 5; i++) throttle.fail(`account ${i}`, { ip: "::ffff:192.0.2.1" });
  expect(waitOf(() => throttle.check("ann", { ip: "192.0.2.1" }))).toBe(900);
  expect(waitOf(() => throttle.check("ann", { ip: "192.0.2.2" }))).toBe(0);
});

test("a caller without an address is counted by its account alone", () => {
  const throttle = throttleOf();
  for (let i = 0; i < 9; i++) throttle.countRegistration({});
  for (let i = 0; i < 9; i++) throttle.fail(`account ${i}`, {});
  expect(waitOf(() => throttle.check("ann", {}))).toBe(0);
});
