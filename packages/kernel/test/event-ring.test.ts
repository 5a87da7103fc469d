import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createEventRing, type EventRing, type SequencedEvent } from "../src/index.ts";

const ring = (capacity: number): EventRing<SequencedEvent> =>
  createEventRing({ epoch: "e", capacity });
const event = (sequence: number): SequencedEvent => ({ type: "a", sequence });
const sequences = (events: readonly SequencedEvent[] | "gap"): number[] | "gap" =>
  events === "gap" ? "gap" : events.map(({ sequence }) => sequence);

describe("an event ring", () => {
  test("answers what came after a place, or says that part of it is gone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: -3, max: 70 }),
        (capacity, count, place) => {
          const events = ring(capacity);
          for (let index = 0; index < count; index++) events.record(event);
          const after = Array.from(
            { length: Math.max(count - place, 0) },
            (_, at) => place + at + 1,
          );
          const isKept = place >= 0 && place <= count && after.length <= capacity;
          expect(sequences(events.since(place))).toEqual(isKept ? after : "gap");
          expect(events.last(5).length).toBe(Math.min(5, count, capacity));
          expect(events.last(1)[0]?.sequence).toBe(count === 0 ? undefined : count);
          expect([events.newest, events.size]).toEqual([count, Math.min(count, capacity)]);
        },
      ),
    );
  });

  test("tells every listener all events in one order, also those that a listener causes", () => {
    const events = ring(10);
    const heard: [number[], number[]] = [[], []];
    events.subscribe(({ sequence }) => {
      heard[0].push(sequence);
      if (sequence === 1) events.record(event);
    });
    events.subscribe(({ sequence }) => void heard[1].push(sequence));
    events.record(event);
    expect(heard).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test("goes on when a listener throws, and tells what it threw", () => {
    const errors: unknown[] = [];
    const events = createEventRing({ epoch: "e", onListenerError: (error) => errors.push(error) });
    const heard: number[] = [];
    events.subscribe(() => {
      throw new Error("broken");
    });
    events.subscribe(({ sequence }) => heard.push(sequence));
    events.record(event);
    expect(heard).toEqual([1]);
    expect(errors).toEqual([new Error("broken")]);
  });

  test("tells a passing event and forgets it; it takes no place", () => {
    const events = ring(10);
    const heard: [number, boolean][] = [];
    events.subscribe(({ sequence }, isRecorded) => void heard.push([sequence, isRecorded]));
    events.record(event);
    events.tell(event);
    events.record(event);
    expect(heard).toEqual([
      [1, true],
      [1, false],
      [2, true],
    ]);
    expect(sequences(events.last(10))).toEqual([1, 2]);
  });

  test("hands out frozen events, and tells nobody after the end of a subscription", () => {
    const events = ring(1);
    const heard: number[] = [];
    const stop = events.subscribe(({ sequence }) => heard.push(sequence));
    expect(Object.isFrozen(events.record(event))).toBe(true);
    stop();
    events.record(event);
    expect(heard).toEqual([1]);
  });

  test("keeps groups of types apart: what one group evicts is never another's, in one order for all", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 80 }), (types) => {
        const events = createEventRing({ epoch: "e", capacity: 5, apart: [["a"], ["b", "c"]] });
        for (const type of types) events.record((sequence) => ({ type, sequence }));
        const all = types.map((type, at) => ({ type, sequence: at + 1 }));
        const newest = (group: string): number[] =>
          sequences(all.filter(({ type }) => group.includes(type)).slice(-5)) as number[];
        const kept = [...newest("a"), ...newest("bc"), ...newest("d")].toSorted((x, y) => x - y);
        expect(sequences(events.last(100))).toEqual(kept);
        expect(sequences(events.last(3))).toEqual(kept.slice(-3));
        expect(events.size).toBe(kept.length);
        for (let place = 0; place <= all.length; place++) {
          const after = kept.filter((sequence) => sequence > place);
          const isWhole = after.length === all.length - place;
          expect(sequences(events.since(place))).toEqual(isWhole ? after : "gap");
        }
      }),
    );
  });
});

test("a ring that goes on after another one knows what it never had, and what is only not there", () => {
  const ring = createEventRing({ epoch: "e", capacity: 5, startAfter: 7 });
  expect(ring.newest).toBe(7);
  expect(ring.since(7)).toEqual([]);
  expect(ring.since(6)).toBe("gap");
  ring.skipTo(9, { isLoss: false });
  expect(ring.since(7)).toEqual([]);
  expect(ring.record((sequence) => ({ type: "a", sequence })).sequence).toBe(10);
  expect(ring.since(7)).toHaveLength(1);
  ring.skipTo(12, { isLoss: true });
  expect(ring.since(11)).toBe("gap");
  expect(ring.since(12)).toEqual([]);
  ring.skipTo(3, { isLoss: false });
  expect(ring.newest).toBe(12);
});
