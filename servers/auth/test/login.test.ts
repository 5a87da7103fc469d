import { describe, expect, test } from "vitest";

import { type Answer, type Calls, PASSWORD, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const MINUTE = 60_000;

function login(server: Calls, email: string, password: string, from?: string): Promise<Answer> {
  const headers = from === undefined ? {} : { "x-forwarded-for": from };
  return server.post("auth/login", { email, password }, { headers });
}

describe("a login that fails", () => {
  test("answers the same for an unknown e-mail and a wrong password", async () => {
    const server = await runTestServer();
    const { email } = await signUp(server);
    const answers = [
      await login(server, email, "wrong password"),
      await login(server, "nobody@example.com", "wrong password"),
      await login(server, "no e-mail at all", PASSWORD),
      await login(server, email, "x"),
    ];
    const shown = answers.map(({ status, text, headers }) => {
      const names = [...headers.keys()].filter((name) => name !== "date");
      return { status, text, names, challenge: headers.get("www-authenticate") };
    });
    for (const one of shown) expect(one).toEqual(shown[0]);
    expect(shown[0]).toMatchObject({ status: 401, challenge: "Bearer" });
    expect(answers[0]?.error?.code).toBe("INVALID_CREDENTIALS");
  });

  test("ten times blocks the account for 15 minutes, the right password too, and says how long", async () => {
    const server = await runTestServer();
    const { email } = await signUp(server);
    for (let n = 0; n < 10; n += 1) {
      expect((await login(server, email, "wrong")).status).toBe(401);
      await server.clock.advance(MINUTE);
    }
    const blocked = await login(server, email, PASSWORD);
    expect([blocked.status, blocked.error?.code]).toEqual([429, "RATE_LIMITED"]);
    const wait = Number(blocked.headers.get("retry-after"));
    expect(wait).toBe(300);
    await server.clock.advance((wait - 1) * 1000);
    expect((await login(server, email, PASSWORD)).status).toBe(429);
    await server.clock.advance(1000);
    expect((await login(server, email, PASSWORD)).status).toBe(200);
  });

  test("blocks an unknown e-mail as it blocks a known one", async () => {
    const server = await runTestServer({ LOGIN_FAILURES_PER_ACCOUNT: "2" });
    const { email } = await signUp(server);
    const statuses = async (name: string): Promise<number[]> => {
      const found: number[] = [];
      for (let n = 0; n < 4; n += 1) found.push((await login(server, name, "wrong")).status);
      return found;
    };
    expect(await statuses(email)).toEqual([401, 401, 429, 429]);
    expect(await statuses("nobody@example.com")).toEqual([401, 401, 429, 429]);
  });

  test("guesses made side by side do not outrun the count", async () => {
    const server = await runTestServer({ LOGIN_FAILURES_PER_ACCOUNT: "5" });
    const { email } = await signUp(server);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login(server, email, "wrong")),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test("a success forgives what came before it", async () => {
    const server = await runTestServer({ LOGIN_FAILURES_PER_ACCOUNT: "3" });
    const { email } = await signUp(server);
    for (let round = 0; round < 3; round += 1) {
      await login(server, email, "wrong");
      await login(server, email, "wrong");
      expect((await login(server, email, PASSWORD)).status).toBe(200);
    }
  });
});

describe("an address", () => {
  test("is blocked over many accounts; others are not", async () => {
    const server = await runTestServer({ LOGIN_FAILURES_PER_ADDRESS: "3", TRUST_PROXY: "1" });
    const { email } = await signUp(server);
    for (let n = 0; n < 3; n += 1) {
      expect((await login(server, `n${n}@example.com`, "x", "203.0.113.1")).status).toBe(401);
    }
    expect((await login(server, email, PASSWORD, "203.0.113.1")).status).toBe(429);
    expect((await login(server, email, PASSWORD, "203.0.113.2")).status).toBe(200);
  });

  test("can't be forged in front of a trusted proxy, nor at all without one", async () => {
    const proxied = await runTestServer({ LOGIN_FAILURES_PER_ADDRESS: "1", TRUST_PROXY: "1" });
    await login(proxied, "a@example.com", "x", "10.0.0.1, 203.0.113.1");
    const again = await login(proxied, "b@example.com", "x", "10.0.0.2, 203.0.113.1");
    expect(again.status).toBe(429);
    const direct = await runTestServer({ LOGIN_FAILURES_PER_ADDRESS: "1" });
    await login(direct, "a@example.com", "x", "203.0.113.1");
    expect((await login(direct, "b@example.com", "x", "203.0.113.2")).status).toBe(429);
  });

  test("of IPv6 counts as its network of 64 bits: the rest is the caller's own to choose", async () => {
    const server = await runTestServer({ LOGIN_FAILURES_PER_ADDRESS: "2", TRUST_PROXY: "1" });
    const { email } = await signUp(server);
    await login(server, "a@example.com", "x", "2001:db8:1:2::1");
    await login(server, "b@example.com", "x", "2001:db8:1:2:ffff::2");
    expect((await login(server, email, PASSWORD, "2001:db8:1:2::3")).status).toBe(429);
    expect((await login(server, email, PASSWORD, "2001:db8:1:3::3")).status).toBe(200);
  });

  test("makes a bounded number of accounts an hour", async () => {
    const server = await runTestServer({ REGISTRATIONS_PER_HOUR: "2" });
    await signUp(server);
    await signUp(server);
    const third = await server.post("auth/register", { email: "c@b.co", password: PASSWORD });
    expect([third.status, third.error?.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(third.headers.get("retry-after"))).toBe(3600);
    await server.clock.advance(3_600_000);
    await signUp(server);
  });
});

describe("an e-mail", () => {
  test("is one account in any case, and twenty registrations at once make one", async () => {
    const server = await runTestServer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        server.post("auth/register", {
          email: n % 2 === 0 ? "Ada@Example.com" : " ada@example.com",
          password: PASSWORD,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, error }) => `${status} ${error?.code}`))).toEqual(
      new Set(["409 EMAIL_TAKEN"]),
    );
  });
});

describe("a password", () => {
  test.each([
    ["too short", "seven77"],
    ["too long", "a".repeat(129)],
    ["among the most common", "qwertyuiop"],
    ["among the most common in another case", "Password1"],
    ["eight blanks", " ".repeat(8)],
    ["a repeat", "xk7xk7xk7"],
    ["a walk down the digits", "98765432"],
    ["the e-mail address", "Ada@Example.com"],
    ["the name, backwards and with a year", "ecalevoL1815"],
  ])("%s is refused, and not repeated", async (_, password) => {
    const server = await runTestServer();
    const who = { email: "ada@example.com", name: "Ada Lovelace" };
    const answer = await server.post("auth/register", { ...who, password });
    expect([answer.status, answer.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.error?.details?.[0]?.path).toBe("password");
    expect(answer.text).not.toContain(password);
  });

  test("may be any phrase, and is the same in every Unicode spelling", async () => {
    const server = await runTestServer();
    const composed = "caf\u00e9 au lait \u{1f375}";
    await server.post("auth/register", { email: "a@b.co", password: composed });
    const decomposed = composed.normalize("NFD");
    expect((await login(server, "a@b.co", decomposed)).status).toBe(200);
  });
});

test("when more logins wait than may, the rest are told when to come again", async () => {
  const server = await runTestServer({ LOGIN_FAILURES_PER_ADDRESS: "10000" }, { maxQueued: 2 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => login(server, `n${n}@example.com`, "wrong")),
  );
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  for (const { error, headers } of busy) {
    expect(error?.code).toBe("BUSY");
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
  expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true);
});
