import { createManualClock, createMemoryStore, seededIds, type Store } from "@bourse/kernel";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import { type Sessions, type StartedSession, createSessions, sessions } from "../src/index.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
let clock: ReturnType<typeof createManualClock>;
let store: Store;
let service: Sessions;

beforeEach(() => {
  clock = createManualClock({ now: START });
  store = createMemoryStore({ collections: [sessions] });
  service = createSessions({ store, clock, ids: seededIds(1) });
});

const start = (userId = "user-1"): Promise<StartedSession> =>
  store.transaction((tx) => service.start(tx, { userId, userAgent: "test", ip: "127.0.0.1" }));

describe("a refresh token", () => {
  test("has the documented form, and only its digest is stored", async () => {
    const { session, refreshToken } = await start();
    expect(refreshToken).toMatch(new RegExp(`^rt_${session.id}_[A-Za-z0-9_-]{43}$`));
    const kept = JSON.stringify((await store.find(sessions)).items);
    expect(kept).not.toContain(refreshToken.slice(-43));
  });

  test("refreshed a hundred times at once is good a hundred times", async () => {
    const { refreshToken } = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => service.refresh(refreshToken, false)),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  });

  test("moves the idle limit at every refresh, but never past the absolute one", async () => {
    const { refreshToken } = await start();
    for (const day of [29, 58, 87]) {
      await clock.advance(29 * DAY);
      expect(await service.refresh(refreshToken, false), `day ${day}`).toMatchObject({ ok: true });
    }
    await clock.advance(3 * DAY);
    expect(await service.refresh(refreshToken, false)).toEqual({ ok: false, reason: "expired" });
  });

  test("that was not used for 30 days has expired", async () => {
    const { refreshToken } = await start();
    await clock.advance(30 * DAY);
    expect(await service.refresh(refreshToken, false)).toEqual({ ok: false, reason: "expired" });
  });

  test("with another secret, id or form is unknown", async () => {
    const { session, refreshToken } = await start();
    const other = await start();
    const forged = [
      `rt_${session.id}_${other.refreshToken.slice(-43)}`,
      `${refreshToken}x`,
      refreshToken.slice(3),
      refreshToken.toUpperCase(),
      "",
      "rt__",
    ];
    for (const token of forged) {
      expect(await service.refresh(token, false), token).toEqual({ ok: false, reason: "unknown" });
    }
  });
});

describe("a rotation", () => {
  test("answers with a new token and takes the parent for 30 s", async () => {
    const { refreshToken } = await start();
    const rotated = await service.refresh(refreshToken, true);
    expect(rotated).toMatchObject({
      ok: true,
      refreshToken: expect.stringMatching(/^rt_/) as string,
    });
    await clock.advance(29_999);
    expect(await service.refresh(refreshToken, false)).toMatchObject({
      ok: true,
      refreshToken: null,
    });
  });

  test("whose answer was lost, or crossed another, gives the same token again", async () => {
    const { refreshToken } = await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.refresh(refreshToken, true)),
    );
    await clock.advance(29_999);
    answers.push(await service.refresh(refreshToken, true));
    const children = new Set(answers.map((answer) => (answer.ok ? answer.refreshToken : null)));
    expect(children.size).toBe(1);
    const [child] = children;
    expect(child).not.toBe(refreshToken);
    await clock.advance(DAY);
    expect(await service.refresh(child ?? "", true)).toMatchObject({ ok: true });
  });

  test("leaves nothing in the store from which the new token could be made", async () => {
    const { session, refreshToken } = await start();
    const outcome = await service.refresh(refreshToken, true);
    const stored = JSON.stringify(await store.get(sessions, session.id));
    const secrets = [refreshToken, outcome.ok ? (outcome.refreshToken ?? "") : ""].map((token) =>
      token.slice(-43),
    );
    for (const secret of secrets) expect(stored.includes(secret)).toBe(false);
  });

  test("ends the session when the parent comes back later", async () => {
    const { session, refreshToken } = await start();
    const rotated = await service.refresh(refreshToken, true);
    await clock.advance(30_000);
    expect(await service.refresh(refreshToken, false)).toMatchObject({
      ok: false,
      reason: "reused",
      session: { id: session.id },
    });
    expect(await service.isLive(session.id, session.userId)).toBe(false);
    const child = rotated.ok ? (rotated.refreshToken ?? "") : "";
    expect(await service.refresh(child, false)).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("the end of a session", () => {
  test("is felt at once in this process and after a second in another", async () => {
    const replica = createSessions({ store, clock });
    const { session } = await start();
    expect([
      await service.isLive(session.id, session.userId),
      await replica.isLive(session.id, session.userId),
    ]).toEqual([true, true]);
    expect(await service.end("user-1", session.id)).toBe(true);
    expect(await service.isLive(session.id, session.userId)).toBe(false);
    await clock.advance(1000);
    expect(await replica.isLive(session.id, session.userId)).toBe(false);
  });

  test("by another user does nothing", async () => {
    const { session } = await start();
    expect(await service.end("user-2", session.id)).toBe(false);
    expect(await service.isLive(session.id, session.userId)).toBe(true);
  });

  test("by logout happens once", async () => {
    const { session, refreshToken } = await start();
    expect(await service.endByToken(refreshToken)).toMatchObject({ id: session.id });
    expect(await service.endByToken(refreshToken)).toBeUndefined();
  });

  test("by logout works with any token that the session has issued, and with no other", async () => {
    const lost = await start();
    const late = await start();
    for (const { refreshToken } of [lost, late]) await service.refresh(refreshToken, true);
    await clock.advance(29_999);
    expect(await service.endByToken(lost.refreshToken)).toMatchObject({ id: lost.session.id });
    await clock.advance(DAY);
    const forged = late.refreshToken.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
    expect(await service.endByToken(forged)).toBeUndefined();
    expect(await service.isLive(late.session.id, late.session.userId)).toBe(true);
    expect(await service.endByToken(late.refreshToken)).toMatchObject({ id: late.session.id });
    expect(await service.isLive(late.session.id, late.session.userId)).toBe(false);
  });

  test("of all but one spares that one, however many there are", async () => {
    service = createSessions({ store, clock, perUser: 1000 });
    const kept = await start();
    for (let i = 0; i < 230; i++) await start();
    const stranger = await start("user-2");
    const ended = await store.transaction((tx) => service.endAll(tx, "user-1", kept.session.id));
    service.settle(ended);
    expect(ended).toHaveLength(230);
    expect((await service.list("user-1")).map(({ id }) => id)).toEqual([kept.session.id]);
    expect(await service.isLive(stranger.session.id, stranger.session.userId)).toBe(true);
  });

  test("that a read overtakes is not forgotten by what the read says", async () => {
    const { session } = await start();
    const [, ended] = await Promise.all([
      service.isLive(session.id, session.userId),
      service.end("user-1", session.id),
    ]);
    expect(ended).toBe(true);
    expect(await service.isLive(session.id, session.userId)).toBe(false);
  });
});

test("a sweep deletes what has been over for a week; before, it is told as expired", async () => {
  const old = await start();
  await clock.advance(20 * DAY);
  const young = await start();
  await clock.advance(17 * DAY - 1);
  expect(await service.sweep()).toBe(0);
  expect(await service.refresh(old.refreshToken, false)).toEqual({ ok: false, reason: "expired" });
  await clock.advance(1);
  expect(await service.sweep()).toBe(1);
  expect((await store.find(sessions)).items.map(({ value }) => value.id)).toEqual([
    young.session.id,
  ]);
});

test("whatever happens, a session lives exactly as long as a small model says", async () => {
  const command = fc.oneof(
    fc.record({ kind: fc.constant("advance" as const), days: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant("refresh" as const), rotate: fc.boolean() }),
    fc.constant({ kind: "logout" as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
      const time = createManualClock({ now: START });
      const memory = createMemoryStore({ collections: [sessions] });
      const subject = createSessions({ store: memory, clock: time, liveCacheMilliseconds: 0 });
      const begun = await memory.transaction((tx) => subject.start(tx, { userId: "u" }));
      let token = begun.refreshToken;
      const model = { ended: false, idle: START + 30 * DAY, absolute: START + 90 * DAY };
      for (const step of commands) {
        const lives = (): boolean =>
          !model.ended && time.now() < Math.min(model.idle, model.absolute);
        if (step.kind === "advance") await time.advance(step.days * DAY);
        if (step.kind === "refresh") {
          const outcome = await subject.refresh(token, step.rotate);
          expect(outcome.ok).toBe(lives());
          if (outcome.ok) {
            model.idle = time.now() + 30 * DAY;
            token = outcome.refreshToken ?? token;
          }
        }
        if (step.kind === "logout") {
          expect((await subject.endByToken(token)) !== undefined).toBe(lives());
          model.ended = true;
        }
        expect(await subject.isLive(begun.session.id, begun.session.userId)).toBe(lives());
      }
    }),
    { numRuns: 60 },
  );
});

describe("a family of refresh tokens", () => {
  /** Rotates `times` times, far enough apart that each parent's grace period is over; all tokens, oldest first. */
  const familyOf = async (times: number): Promise<string[]> => {
    const tokens = [(await start()).refreshToken];
    for (let i = 0; i < times; i++) {
      await clock.advance(60_000);
      const outcome = await service.refresh(tokens.at(-1) ?? "", true);
      tokens.push(outcome.ok ? (outcome.refreshToken ?? "") : "");
    }
    return tokens;
  };

  test("ends when a grandparent is used again, within the grace period of the parent too", async () => {
    const { session, refreshToken } = await start();
    const first = await service.refresh(refreshToken, true);
    await service.refresh(first.ok ? (first.refreshToken ?? "") : "", true);
    expect(await service.refresh(refreshToken, true)).toMatchObject({
      ok: false,
      reason: "reused",
      session: { id: session.id },
    });
    expect(await service.isLive(session.id, session.userId)).toBe(false);
  });

  test("ends when any ancestor is used again, however old, and then no token of it works", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        fc.boolean(),
        async (rotations, pick, rotate) => {
          const tokens = await familyOf(rotations);
          await clock.advance(60_000);
          const ancestor = tokens[pick % rotations] ?? "";
          expect(await service.refresh(ancestor, rotate)).toMatchObject({ reason: "reused" });
          for (const token of tokens) {
            expect(await service.refresh(token, rotate)).toEqual({ ok: false, reason: "unknown" });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("survives every token that it has not issued, however alike", async () => {
    const tokens = await familyOf(3);
    const newest = tokens.at(-1) ?? "";
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tokens),
        fc.integer({ min: 1, max: 43 }),
        fc.constantFrom("A", "a", "0", "-", "_", "z"),
        async (token, at, letter) => {
          const forged = token.slice(0, token.length - at) + letter + token.slice(-at).slice(1);
          fc.pre(!tokens.includes(forged));
          expect(await service.refresh(forged, true)).toEqual({ ok: false, reason: "unknown" });
        },
      ),
    );
    expect(await service.refresh(newest, false)).toMatchObject({ ok: true });
  });

  test("grows no record: the session is stored in the same size after 50 rotations", async () => {
    const sizeOf = async (): Promise<number> =>
      JSON.stringify((await store.find(sessions)).items[0]?.value).length;
    await familyOf(1);
    const before = await sizeOf();
    await store.transaction((tx) => service.endAll(tx, "user-1"));
    await familyOf(50);
    expect(await sizeOf()).toBe(before);
  });
});

test("a sweep of any number of sessions is one commit, and one that finds nothing is none", async () => {
  for (let made = 0; made < 40; made += 1) await start(`user-${made}`);
  const before = store.revision ?? 0;
  expect(await service.sweep()).toBe(0);
  expect(store.revision).toBe(before);
  await clock.advance(37 * DAY);
  expect(await service.sweep()).toBe(40);
  expect(store.revision).toBe(before + 1);
});

test("the sessions of everybody end, those that this process knows as live too, however many there are", async () => {
  const started = await start("user-0");
  for (let user = 1; user < 1100; user += 1) await start(`user-${user}`);
  expect(await service.isLive(started.session.id, started.session.userId)).toBe(true);
  expect(await service.endEverybody()).toBe(1100);
  expect(await service.isLive(started.session.id, started.session.userId)).toBe(false);
  expect(await store.count(sessions)).toBe(0);
  expect(await service.refresh(started.refreshToken, false)).toEqual({
    ok: false,
    reason: "unknown",
  });
  expect(await service.endEverybody()).toBe(0);
});

test("a session is live for its own user alone, read or cached", async () => {
  const { session } = await start();
  expect(await service.isLive(session.id, "user-2")).toBe(false);
  expect(await service.isLive(session.id, "user-1")).toBe(true);
  expect(service.isLive(session.id, "user-2"), "from the cache").toBe(false);
});
