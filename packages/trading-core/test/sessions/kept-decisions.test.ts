import { createManualClock, createMemoryStore } from "@bourse/kernel";
import { expect, test } from "vitest";

import {
  sessionCorrections,
  sessions as stored,
  sessionSteps,
} from "../../src/sessions/collections.ts";
import { forgetDecisions } from "../../src/sessions/forget-decisions.ts";
import { randomCandles } from "../session/random-day.ts";
import { createStage, request, SERIES, until, worked } from "./session-stage.ts";

const DAY = 86_400_000;
const CANDLES = randomCandles(30, 5);

/** A session that has stopped after 30 candles, and one that still runs on the same. */
async function stage(keepDecisionsDays?: number) {
  const held = createStage();
  const open = () => held.open(keepDecisionsDays === undefined ? {} : { keepDecisionsDays });
  const sessions = open();
  await sessions.start();
  const { id: ended } = await sessions.create(request());
  const { id: running } = await sessions.create(request());
  await held.tell(CANDLES);
  await worked(sessions, ended, 30);
  await worked(sessions, running, 30);
  const wrong = CANDLES[9]!;
  held.stream.push(SERIES, [{ ...wrong, low: wrong.low * 0.9 }]);
  await until(async () => (await sessions.get(ended)).corrections === 1);
  await sessions.stop(ended);
  const decisions = async (id: string): Promise<number> =>
    (await sessions.decisions(id, { limit: 1000 })).items.length;
  return { ...held, sessions, ended, running, decisions };
}

test("decisions of a session are deleted so many days after it stopped, and its record, orders and fills stay", async () => {
  const { sessions, ended, running, decisions, clock, store } = await stage(2);
  const before = await sessions.get(ended);
  const [orders, fills] = [await sessions.orders(ended), await sessions.fills(ended)];
  expect(fills.items.length).toBeGreaterThan(0);
  await clock.advance(2 * DAY - 3_600_000);
  expect(await decisions(ended)).toBe(30);
  await clock.advance(2 * 3_600_000);
  await until(async () => (await decisions(ended)) === 0);
  await until(async () => (await store.get(stored, ended))?.value.decisionsKept === "none");
  expect(await sessions.get(ended)).toEqual(before);
  expect([await sessions.orders(ended), await sessions.fills(ended)]).toEqual([orders, fills]);
  expect((await sessions.equity(ended)).items).toEqual([]);
  const left = { index: "by_session", equals: [ended] } as const;
  expect((await store.find(sessionCorrections, left)).items).toEqual([]);
  await expect(sessions.drift(ended)).rejects.toMatchObject({ code: "SESSION_STATE" });
  // A restart plays all decisions of what runs.
  expect(await decisions(running)).toBe(30);
  await sessions.close();
});

test("without a number of days they are kept", async () => {
  const { sessions, ended, decisions, clock } = await stage();
  await clock.advance(400 * DAY);
  expect(await decisions(ended)).toBe(30);
  expect((await sessions.drift(ended)).decisions).toBe(30);
  await sessions.close();
});

test("a deletion that was cut short goes on, and what is left of it is compared with nothing", async () => {
  const { sessions, ended, store, clock } = await stage();
  await clock.advance(3 * DAY);
  const cut = new AbortController();
  const cutStore = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name !== "find") return member.bind(target) as unknown;
      return async (...given: readonly unknown[]) => {
        const found: unknown = await Reflect.apply(member, target, given);
        if (given[0] === sessionSteps) cut.abort();
        return found;
      };
    },
  });
  await forgetDecisions({ store: cutStore, clock, keepDecisionsDays: 1 }, cut.signal);
  expect((await store.get(stored, ended))?.value.decisionsKept).toBe("part");
  await expect(sessions.drift(ended)).rejects.toMatchObject({ code: "SESSION_STATE" });
  await forgetDecisions({ store, clock, keepDecisionsDays: 1 }, new AbortController().signal);
  expect((await store.get(stored, ended))?.value.decisionsKept).toBe("none");
  expect((await sessions.decisions(ended)).items).toEqual([]);
  await sessions.close();
});

test("a store without sessions has nothing to forget", async () => {
  const clock = createManualClock();
  const store = createMemoryStore({
    collections: [stored, sessionSteps, sessionCorrections],
    clock,
  });
  await forgetDecisions({ store, clock, keepDecisionsDays: 1 }, new AbortController().signal);
  expect((await store.find(stored, { index: "newest" })).items).toEqual([]);
});
