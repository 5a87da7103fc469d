/** The number of sessions of a user: a model of logins, refreshes, ends and time, beside the service. */
import { createManualClock, createMemoryStore, seededIds } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { createSessions, sessions } from "../src/index.ts";

const PER_USER = 3;
const IDLE_SECONDS = 600;
const USERS = ["ada", "bob"] as const;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("login"), user: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom("refresh", "rotate"),
      user: fc.nat(1),
      pick: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("end"), user: fc.nat(1), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("wait"), seconds: fc.nat(400) }) },
);

interface Held {
  readonly id: string;
  token: string;
  lastUsedAt: number;
  until: number;
}

describe("the sessions of a user", () => {
  test("never exceed the maximum, and a login ends only the one unused for longest, of that user alone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const clock = createManualClock({ now: 0 });
        const store = createMemoryStore({ collections: [sessions] });
        const service = createSessions({
          store,
          clock,
          ids: seededIds(1),
          perUser: PER_USER,
          idleSeconds: IDLE_SECONDS,
        });
        const held: Record<(typeof USERS)[number], Held[]> = { ada: [], bob: [] };
        for (const given of steps) {
          // Times differ, so that the model knows which session was unused for longest.
          await clock.advance(1);
          if (given.act === "wait" && "seconds" in given) {
            await clock.advance(given.seconds * 1000);
            continue;
          }
          const user = "user" in given ? (USERS[given.user] ?? "ada") : "ada";
          const own = held[user];
          const now = clock.now();
          const isLive = ({ until }: Held): boolean => now < until;
          const until = now + IDLE_SECONDS * 1000;
          if (given.act === "login") {
            const started = await store.transaction((tx) => service.start(tx, { userId: user }));
            service.settle(started.ended);
            const expected =
              own.length < PER_USER
                ? []
                : [
                    own.find((one) => !isLive(one)) ??
                      own.toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)[0],
                  ];
            expect(started.ended.length).toBe(expected.length);
            const [ended] = own.filter(({ id }) => started.ended.includes(id));
            if (expected[0] !== undefined && ended !== undefined) {
              // Of several expired ones any may go; of live ones only the one that was unused for longest.
              expect(isLive(ended) ? ended : "expired").toBe(
                isLive(expected[0]) ? expected[0] : "expired",
              );
            }
            held[user] = own.filter(({ id }) => !started.ended.includes(id));
            const { session, refreshToken: token } = started;
            held[user].push({ id: session.id, token, lastUsedAt: now, until });
          } else if (own.length > 0 && "pick" in given) {
            const one = own[given.pick % own.length] as Held;
            if (given.act === "end") {
              expect(await service.end(user, one.id)).toBe(isLive(one));
              held[user] = own.filter(({ id }) => id !== one.id);
            } else {
              const outcome = await service.refresh(one.token, given.act === "rotate");
              expect(outcome.ok).toBe(isLive(one));
              if (outcome.ok) {
                one.token = outcome.refreshToken ?? one.token;
                one.lastUsedAt = now;
                one.until = until;
              }
            }
          }
          for (const name of USERS) {
            const stored = await store.find(sessions, { index: "by_user", equals: [name] });
            const ids = stored.items.map(({ value }) => value.id).toSorted();
            expect(ids).toEqual(held[name].map(({ id }) => id).toSorted());
            expect(ids.length).toBeLessThanOrEqual(PER_USER);
          }
        }
      }),
      { numRuns: rounds(60, 1000) },
    );
  });

  test("beyond a maximum that was lowered end with the next login", async () => {
    const store = createMemoryStore({ collections: [sessions] });
    const clock = createManualClock({ now: 0 });
    const before = createSessions({ store, clock, perUser: 10 });
    const after = createSessions({ store, clock, perUser: 3 });
    const login = async (service: typeof before): Promise<string> => {
      await clock.advance(1);
      return (await store.transaction((tx) => service.start(tx, { userId: "ada" }))).session.id;
    };
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push(await login(before));
    ids.push(await login(after));
    expect((await after.list("ada")).map(({ id }) => id)).toEqual(ids.slice(-3).toReversed());
  });
});
