/** Places, limits and figures of use of keys. */

import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import type { AuthCore, KeyRequest, UsageSums } from "../src/index.ts";
import { canonicalNetwork, inNetworks } from "../src/key-use/networks.ts";
import { codeOf, fixture, type Fixture, PASSWORD } from "./support/auth.ts";

const HOUR_MILLISECONDS = 3_600_000;

let given: Fixture;
let auth: AuthCore;
let userId: string;
let id: string;
let key: string;

beforeEach(async () => {
  given = await fixture();
  ({ auth } = given);
  userId = (await auth.accounts.register({ email: "ada@example.com", password: PASSWORD })).user.id;
  ({ id, key } = await auth.keys.create(userId, { name: "k", permissions: ["admin"] }));
});

const use = (core: AuthCore = auth, request?: KeyRequest, ip?: string): Promise<string> =>
  codeOf(core.guard.authorize({ apiKey: key }, "read", { ip }, request));

describe("networks", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7/24", "192.0.2.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::1", "2001:db8::1"],
    ["2001:db8:ffff::/33", "2001:db8:8000::/33"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
    ["::/0", "::/0"],
  ])("%s is %s", (text, spelling) => expect(canonicalNetwork(text)).toBe(spelling));

  test.each(["", "192.0.2", "192.0.2.7/33", "192.0.2.07", "::1/129", "::1/-1", "fe80::1%eth0"])(
    "%j is none",
    (text) => expect(canonicalNetwork(text)).toBeUndefined(),
  );

  test("an address is in a network when its leading bits are the network's", () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(address, address, fc.nat(128), (one, other, length) => {
        const size = one.includes(":") ? 128 : 32;
        const network = canonicalNetwork(`${one}/${Math.min(length, size)}`);
        if (network === undefined) return;
        expect(inNetworks([network])(one)).toBe(true);
        expect(canonicalNetwork(network)).toBe(network);
        const isIn = canonicalNetwork(`${other}/${Math.min(length, size)}`) === network;
        const isSameKind = other.includes(":") === one.includes(":");
        if (isSameKind) expect(inNetworks([network])(other)).toBe(isIn);
        else expect(inNetworks([network])(other)).toBe(false);
      }),
    );
    expect(inNetworks(["0.0.0.0/0"])(undefined)).toBe(false);
  });
});

describe("a key that is bound to places", () => {
  test("is FORBIDDEN from another address and from an unknown one, at once", async () => {
    expect(await use(auth, {}, "198.51.100.1")).toBe("resolved");
    await auth.keys.update(userId, id, { addresses: ["192.0.2.0/24", "2001:db8::/32"] });
    expect(await use(auth, {}, "192.0.2.200")).toBe("resolved");
    expect(await use(auth, {}, "::ffff:192.0.2.200")).toBe("resolved");
    expect(await use(auth, {}, "2001:db8:1::9")).toBe("resolved");
    expect(await use(auth, {}, "198.51.100.1")).toBe("FORBIDDEN");
    expect(await use(auth, {}, "2001:db9::1")).toBe("FORBIDDEN");
    expect(await use()).toBe("FORBIDDEN");
  });

  test("is FORBIDDEN from another web origin and from none", async () => {
    await auth.keys.update(userId, id, { origins: ["HTTPS://App.Example.com/"] });
    expect((await auth.keys.get(userId, id)).origins).toEqual(["https://app.example.com"]);
    expect(await use(auth, { origin: "https://app.example.com" })).toBe("resolved");
    for (const origin of ["https://app.example.com.evil.test", "http://app.example.com", "null"]) {
      expect(await use(auth, { origin })).toBe("FORBIDDEN");
    }
    expect(await use()).toBe("FORBIDDEN");
  });

  test("is verified by the address that the service names, not by the service's own", async () => {
    await auth.keys.update(userId, id, { addresses: ["192.0.2.7"] });
    const verify = async (ip?: string, address?: string): Promise<string> =>
      (await auth.keys.verify(key, undefined, { ip }, { address })).code;
    expect(await verify("192.0.2.7")).toBe("FORBIDDEN");
    expect(await verify("198.51.100.1", "192.0.2.7")).toBe("VALID");
    expect(await verify("192.0.2.7", "198.51.100.1")).toBe("FORBIDDEN");
  });

  test("binds the keys that it has created", async () => {
    const child = await auth.keys.create(userId, {
      name: "c",
      permissions: ["read"],
      parentId: id,
    });
    await auth.keys.update(userId, id, { addresses: ["192.0.2.7"] });
    const byChild = (ip: string): Promise<string> =>
      codeOf(auth.guard.authorize({ apiKey: child.key }, "read", { ip }));
    expect(await byChild("192.0.2.7")).toBe("resolved");
    expect(await byChild("198.51.100.1")).toBe("FORBIDDEN");
  });
});

describe("a limit", () => {
  test("admits so many requests in a window, and tells the seconds to the next", async () => {
    await auth.keys.update(userId, id, { limits: { requests: 3, windowSeconds: 60 } });
    await given.clock.advance(20_000);
    const all = [await use(), await use(), await use(), await use()];
    expect(all).toEqual(["resolved", "resolved", "resolved", "RATE_LIMITED"]);
    const refused = await auth.guard.identify({ apiKey: key });
    expect(refused).toEqual({ ok: false, code: "RATE_LIMITED", retryAfterSeconds: 40 });
    await given.clock.advance(39_999);
    expect(await use()).toBe("RATE_LIMITED");
    await given.clock.advance(1);
    expect(await use()).toBe("resolved");
  });

  test("of bytes and of cost counts what requests bring, and a refused one counts nothing", async () => {
    await auth.keys.update(userId, id, { limits: { bytes: 10, cost: 5, windowSeconds: 60 } });
    expect(await use(auth, { bytes: 8 })).toBe("resolved");
    expect(await use(auth, { bytes: 3 })).toBe("RATE_LIMITED");
    expect(await use(auth, { bytes: 2, cost: 4 })).toBe("resolved");
    expect(await use(auth, { cost: 1 })).toBe("RATE_LIMITED");
    expect(await use(auth, { cost: 0 })).toBe("resolved");
  });

  test("is passed over by a look at the key, which counts and records nothing", async () => {
    await auth.keys.update(userId, id, { limits: { requests: 1, windowSeconds: 60 } });
    const look = async (): Promise<string> =>
      (await auth.keys.verify(key, "read", undefined, { use: false })).code;
    for (let count = 0; count < 5; count += 1) expect(await look()).toBe("VALID");
    expect((await auth.keys.get(userId, id)).lastUsedAt).toBeNull();
    expect(await use()).toBe("resolved");
    expect(await use()).toBe("RATE_LIMITED");
    expect(await look()).toBe("VALID");
    expect(await use(auth, { use: false })).toBe("resolved");
    await auth.keys.revoke(userId, id);
    expect(await look()).toBe("INVALID_API_KEY");
  });

  test("is told by verify, whose route and cost count", async () => {
    await auth.keys.update(userId, id, { limits: { cost: 10, windowSeconds: 60 } });
    const request = { route: "GET /notes", cost: 7 };
    const first = await auth.keys.verify(key, "read", undefined, request);
    expect(first).toMatchObject({ valid: true, code: "VALID" });
    expect(await auth.keys.verify(key, "read", undefined, request)).toEqual({
      valid: false,
      code: "RATE_LIMITED",
      id,
      permissions: ["admin"],
      retryAfterSeconds: 60,
    });
  });

  test("holds through a rotation, and for the keys that the key has created", async () => {
    await auth.keys.update(userId, id, { limits: { requests: 2, windowSeconds: 60 } });
    const child = await auth.keys.create(userId, {
      name: "c",
      permissions: ["read"],
      parentId: id,
    });
    expect((await auth.keys.verify(child.key)).code).toBe("VALID");
    const rotated = await auth.keys.rotate(userId, id);
    expect((await auth.keys.verify(rotated.key)).code).toBe("VALID");
    for (const one of [key, rotated.key, child.key]) {
      expect((await auth.keys.verify(one)).code).toBe("RATE_LIMITED");
    }
  });

  test("never waits for the store", async () => {
    await auth.keys.update(userId, id, { limits: { requests: 100, windowSeconds: 60 } });
    await use();
    expect(auth.guard.identify({ apiKey: key })).toMatchObject({ ok: true });
  });

  test("is exceeded over replicas at most by what the others admit within a second", async () => {
    const LIMIT = 100;
    await auth.keys.update(userId, id, { limits: { requests: LIMIT, windowSeconds: 3600 } });
    const replicas = [auth, await given.again(), await given.again()];
    let admitted = 0;
    let inOneSecond = 0;
    for (let tick = 0; tick < 40; tick++) {
      let now = 0;
      for (const replica of replicas)
        for (let turn = 0; turn < 3; turn++) if ((await use(replica)) === "resolved") now++;
      admitted += now;
      inOneSecond = Math.max(inOneSecond, now * 4);
      await given.clock.advance(250);
    }
    expect(admitted).toBeGreaterThanOrEqual(LIMIT);
    expect(admitted).toBeLessThanOrEqual(LIMIT + (inOneSecond * 2) / 3);
    expect(await Promise.all(replicas.map((one) => use(one)))).toEqual(
      replicas.map(() => "RATE_LIMITED"),
    );
  });

  test("is not forgotten by a restart", async () => {
    await auth.keys.update(userId, id, { limits: { requests: 2, windowSeconds: 3600 } });
    expect([await use(), await use()]).toEqual(["resolved", "resolved"]);
    await auth.close();
    expect(await use(await given.again())).toBe("RATE_LIMITED");
  });
});

describe("the figures of use", () => {
  test("are by hour and route, the newest first, through a restart", async () => {
    await use(auth, { route: "GET /a", bytes: 5 });
    await use(auth, { route: "GET /a", cost: 3 });
    await use();
    await auth.close();
    await given.clock.advance(HOUR_MILLISECONDS);
    const again = await given.again();
    await again.keys.verify(key, "read", undefined, { route: "GET /b", cost: 9 });
    const { items } = await again.keys.usage(userId, id);
    const hour = given.clock.now() - (given.clock.now() % HOUR_MILLISECONDS);
    const one = { requests: 1, bytes: 0, cost: 1, refused: 0 };
    expect(items).toEqual([
      { ...one, hour, route: "GET /b", cost: 9 },
      { ...one, hour: hour - HOUR_MILLISECONDS, route: "other" },
      { ...one, hour: hour - HOUR_MILLISECONDS, route: "GET /a", requests: 2, bytes: 5, cost: 4 },
    ]);
  });

  test("count what a limit refused", async () => {
    await auth.keys.update(userId, id, { limits: { requests: 1, windowSeconds: 60 } });
    await use(auth, { route: "GET /a" });
    await use(auth, { route: "GET /a" });
    const { items } = await auth.keys.usage(userId, id);
    expect(items).toMatchObject([{ route: "GET /a", requests: 1, cost: 1, refused: 1 }]);
  });

  test("name fifty routes of an hour at most", async () => {
    for (let at = 0; at < 80; at++) await use(auth, { route: `GET /${at}` });
    const { items } = await auth.keys.usage(userId, id, { limit: 100 });
    expect(items).toHaveLength(50);
    expect(items.find(({ route }) => route === "other")?.requests).toBe(31);
    expect(items.reduce((sum, { requests }) => sum + requests, 0)).toBe(80);
  });

  test("are kept for 90 days", async () => {
    await use();
    await given.clock.advance(90 * 24 * HOUR_MILLISECONDS);
    await auth.maintain();
    expect((await auth.keys.usage(userId, id)).items).toHaveLength(1);
    await given.clock.advance(HOUR_MILLISECONDS);
    await auth.maintain();
    expect((await auth.keys.usage(userId, id)).items).toEqual([]);
  });

  test("are NOT_FOUND for a foreign key", async () => {
    expect(await codeOf(auth.keys.usage("another", id))).toBe("NOT_FOUND");
  });

  test("are summed by hour, by day of UTC and by route, from an hour on", async () => {
    const hour = given.clock.now() - (given.clock.now() % HOUR_MILLISECONDS);
    await use(auth, { route: "GET /a", bytes: 5 });
    await given.clock.advance(HOUR_MILLISECONDS);
    await use(auth, { route: "GET /a" });
    await use(auth, { route: "GET /b" });
    await use(auth, { route: "GET /b" });
    await given.clock.advance(24 * HOUR_MILLISECONDS);
    await use(auth, { route: "GET /a" });
    const sums = async (per: UsageSums["per"], from?: number) => {
      const rows = await auth.keys.usageSums(userId, id, { per, from });
      return rows.map((row) => [(row.hour - hour) / HOUR_MILLISECONDS, row.route, row.requests]);
    };
    const day = (hour % (24 * HOUR_MILLISECONDS)) / HOUR_MILLISECONDS;
    expect(await sums("hour")).toEqual([
      [25, "all", 1],
      [1, "all", 3],
      [0, "all", 1],
    ]);
    expect((await sums("day")).reduce((sum, [, , requests]) => sum + Number(requests), 0)).toBe(5);
    expect((await sums("day"))[0]?.[0]).toBe(24 * Math.floor((day + 25) / 24) - day);
    expect(await sums("route")).toEqual([
      [25, "GET /a", 3],
      [1, "GET /b", 2],
    ]);
    expect(await sums("route", hour + 2 * HOUR_MILLISECONDS)).toEqual([[25, "GET /a", 1]]);
    expect(await codeOf(auth.keys.usageSums("another", id, { per: "day" }))).toBe("NOT_FOUND");
    const wrong = { per: "week" } as unknown as UsageSums;
    expect(await codeOf(auth.keys.usageSums(userId, id, wrong))).toBe("VALIDATION_ERROR");
  });

  test("of two replicas add up", async () => {
    const other = await given.again();
    await use();
    await use(other);
    await other.maintain();
    const { items } = await auth.keys.usage(userId, id);
    expect(items).toMatchObject([{ requests: 2 }]);
  });
});

test.each([
  { cost: -1 },
  { cost: 1.5 },
  { cost: 1_000_000_001 },
  { route: "" },
  { route: "x".repeat(201) },
])("a use with %j is a VALIDATION_ERROR", async (request) => {
  expect(await codeOf(auth.keys.verify(key, undefined, undefined, request))).toBe(
    "VALIDATION_ERROR",
  );
});
