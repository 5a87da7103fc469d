import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  seededIds,
  type Bus,
} from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { eventCollections, KEPT_EVENTS, recordEvent } from "../../src/events/event-log.ts";
import { backtestCollections, openEventFeed, type EventFeed } from "../../src/index.ts";
import { createJobService } from "../../src/jobs/job-service.ts";
import { methodsOf, until } from "./stage.ts";

const request = { symbol: "BTCUSDT", interval: "1h" };

/** Two processes over one store and one bus; `deaf` makes the second one's bus bring nothing. */
function twoProcesses({ deaf = false } = {}) {
  const clock = createManualClock();
  const store = createMemoryStore({ collections: backtestCollections });
  const bus = createInProcessBus({ clock });
  const silent: Bus = { ...methodsOf(bus), subscribe: () => ({ stop: () => Promise.resolve() }) };
  const jobs = createJobService({ store, bus, clock, ids: seededIds(3) });
  const open = (number: number, capacity = 1000): Promise<EventFeed> =>
    openEventFeed({ store, bus: deaf && number === 2 ? silent : bus, clock, capacity });
  return { clock, store, bus, jobs, open };
}

const idsOf = ({ source }: EventFeed): string[] =>
  source.last(1000).map(({ sequence, type }) => `${source.epoch}:${sequence} ${type}`);

describe("the feed of a store", () => {
  test("has the same ids in every process, also in one that starts later", async () => {
    const { jobs, open } = twoProcesses();
    const one = await open(1);
    for (let job = 0; job < 3; job++) await jobs.create("backtest", request);
    const { items } = await jobs.list();
    await jobs.cancel(items[1]!.uuid);
    const two = await open(2);
    await jobs.cancel(items[0]!.uuid);
    await until(() => two.source.newest === 5 && one.source.newest === 5);
    expect(idsOf(two)).toEqual(idsOf(one));
    expect(one.source.last(10).map(({ type, sequence }) => [sequence, type])).toEqual([
      [1, "job.created"],
      [2, "job.created"],
      [3, "job.created"],
      [4, "job.cancelled"],
      [5, "job.cancelled"],
    ]);
    expect(two.source.since(3)).toEqual(one.source.since(3));
    await Promise.all([one.stop(), two.stop()]);
  });

  test("finds in the store what the bus lost", async () => {
    const { jobs, open, clock } = twoProcesses({ deaf: true });
    const [one, two] = [await open(1), await open(2)];
    const live: number[] = [];
    two.source.subscribe(({ sequence }) => live.push(sequence));
    for (let job = 0; job < 4; job++) await jobs.create("backtest", request);
    await until(() => one.source.newest === 4);
    expect(two.source.newest).toBe(0);
    await clock.advance(1000);
    await until(() => two.source.newest === 4);
    expect(live).toEqual([1, 2, 3, 4]);
    expect(idsOf(two)).toEqual(idsOf(one));
    await Promise.all([one.stop(), two.stop()]);
  });

  test("takes events that come in another order, or twice, in theirs and once", async () => {
    const { store, bus, open } = twoProcesses();
    const feed = await open(1);
    const heard: number[] = [];
    feed.source.subscribe(({ sequence }) => heard.push(sequence));
    const events = [];
    for (let at = 0; at < 3; at++) {
      const event = { type: "job.created" as const, timestamp: at, job: { uuid: "a" } };
      events.push(await store.transaction((tx) => recordEvent(tx, event)));
    }
    for (const event of [events[2], events[0], events[2], events[1]]) bus.publish("jobs", event);
    await until(() => heard.length === 3);
    expect(heard).toEqual([1, 2, 3]);
    await feed.stop();
  });

  test("leaves out what others wrote on the bus, before it is open too, and goes on", async () => {
    const { store, bus, jobs, clock } = twoProcesses();
    const faults: unknown[] = [];
    const strange = createInProcessBus({ clock, onFault: ({ error }) => faults.push(error) });
    const stray = [
      null,
      7,
      [],
      {},
      { type: "toString", timestamp: 1, job: { uuid: "a" } },
      { type: "job.completed", timestamp: 1e300, sequence: 1, job: { uuid: "a" } },
      { type: "job.completed", timestamp: 1, sequence: 1, job: null },
      { type: "job.completed", timestamp: 1, sequence: 1, job: { uuid: 7 } },
      { type: "job.progress", timestamp: 1 },
      { type: "trade.entered", timestamp: 1, sequence: 1.5, trade: {} },
      { type: "signal.generated", timestamp: 1, sequence: 1, signal: "buy" },
      { type: "trade.exited", timestamp: 1, sequence: 1, trade: { orderId: "no such order" } },
    ];
    const early = stray.splice(0, 2);
    const opening = openEventFeed({
      store,
      bus: strange,
      clock,
      check(event) {
        if (event.type.startsWith("trade.")) throw new Error("there are no trades here");
      },
    });
    for (const event of early) strange.publish("jobs", event);
    const feed = await opening;
    for (const topic of ["jobs", "trades", "signals"]) {
      for (const event of stray) strange.publish(topic, event);
    }
    await until(() => faults.length === early.length + 3 * stray.length);
    expect(feed.source.newest).toBe(0);
    await jobs.create("backtest", request);
    await clock.advance(1000);
    await until(() => feed.source.newest === 1);
    expect(feed.source.last(2)).toMatchObject([{ sequence: 1, type: "job.created" }]);
    await feed.stop();
    await bus.close();
  });

  test("of which a process was away for too long tells those who resume of the gap", async () => {
    const { store, open, clock } = twoProcesses({ deaf: true });
    const feed = await open(2, 100);
    const record = (count: number): Promise<void> =>
      store.transaction(async (tx) => {
        const event = { type: "job.created" as const, timestamp: 0, job: {} };
        for (let at = 0; at < count; at++) await recordEvent(tx, event);
      });
    await record(50);
    await clock.advance(1000);
    await until(() => feed.source.newest === 50);
    await record(KEPT_EVENTS + 25);
    await clock.advance(1000);
    await until(() => feed.source.newest === KEPT_EVENTS + 75);
    expect(feed.source.since(50)).toBe("gap");
    expect(feed.source.since(KEPT_EVENTS + 70)).toHaveLength(5);
    expect(await store.count(eventCollections[0]!)).toBe(KEPT_EVENTS);
    await feed.stop();
  });

  test("tells of no event whose transaction was rolled back, and uses its number again", async () => {
    const { store, open } = twoProcesses();
    const feed = await open(1);
    const event = { type: "job.created" as const, timestamp: 0, job: {} };
    const undone = store.transaction(async (tx) => {
      await recordEvent(tx, event);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await store.transaction((tx) => recordEvent(tx, event))).sequence).toBe(1);
    await feed.stop();
    expect(feed.source.newest).toBe(1);
  });

  test("leaves out the events of a job that was deleted, and nobody who resumes sees a gap", async () => {
    const { jobs, open } = twoProcesses();
    const uuids: string[] = [];
    for (let job = 0; job < 3; job++) uuids.push((await jobs.create("backtest", request)).jobUuid);
    for (const uuid of uuids.slice(1)) await jobs.cancel(uuid);
    await jobs.delete(uuids[2]!);
    const feed = await open(1);
    expect(feed.source.newest).toBe(5);
    const rest = feed.source.since(0);
    expect(rest).toMatchObject([{ sequence: 1 }, { sequence: 2 }, { sequence: 4 }]);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => feed.source.newest === 6);
    expect(feed.source.since(4)).toMatchObject([{ sequence: 6, job: { uuid: jobUuid } }]);
    await feed.stop();
  });
});
