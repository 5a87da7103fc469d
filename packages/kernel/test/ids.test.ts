import { describe, expect, test } from "vitest";

import {
  createManualClock,
  createOrderedIds,
  seededIds,
  systemClock,
  systemIds,
} from "../src/index.ts";

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
const many = (count: number, make: () => string): string[] => Array.from({ length: count }, make);

describe("the system's ids", () => {
  test("are version 4 UUIDs, all different", () => {
    const uuids = many(1000, () => systemIds.uuid());
    expect(new Set(uuids).size).toBe(1000);
    for (const uuid of uuids) expect(uuid).toMatch(VERSION_4);
  });

  test("make tokens of the prefix and at least the bits asked for, five a character", () => {
    const token = systemIds.token("bk_", 256);
    expect(token).toMatch(/^bk_[0-9a-hjkmnp-tv-z]{52}$/u);
    expect(systemIds.token("", 64)).toHaveLength(13);
    expect(new Set(many(1000, () => systemIds.token("", 128))).size).toBe(1000);
    expect(() => systemIds.token("bk_", 63)).toThrow(
      '"bits" must be a whole number from 64 to 1024',
    );
  });
});

describe("ordered ids", () => {
  test("are version 7 UUIDs that begin with the time of their making", async () => {
    const clock = createManualClock({ now: 0x0123_4567_89ab });
    const uuid = createOrderedIds({ clock }).uuid();
    expect(uuid).toMatch(VERSION_7);
    expect(uuid.startsWith("01234567-89ab-7")).toBe(true);
  });

  test("rise strictly, within a millisecond, over thousands of them, and when the clock steps back", () => {
    let now = Date.UTC(2026, 0, 1);
    const ids = createOrderedIds({ clock: { ...systemClock, now: () => now } });
    const uuids = many(10_000, () => ids.uuid());
    now -= 60_000;
    uuids.push(...many(100, () => ids.uuid()));
    now += 120_000;
    uuids.push(...many(100, () => ids.uuid()));
    expect(uuids).toEqual(uuids.toSorted());
    expect(new Set(uuids).size).toBe(uuids.length);
    for (const uuid of uuids.slice(0, 100)) expect(uuid).toMatch(VERSION_7);
  });
});

describe("seeded ids", () => {
  test("repeat with their seed, in the shape of version 4", () => {
    const [one, other] = [seededIds("story"), seededIds("story")];
    const uuids = many(100, () => one.uuid());
    expect(many(100, () => other.uuid())).toEqual(uuids);
    expect(new Set(uuids).size).toBe(100);
    for (const uuid of uuids) expect(uuid).toMatch(VERSION_4);
    expect(one.token("bk_", 128)).toBe(other.token("bk_", 128));
    expect(seededIds("other story").uuid()).not.toBe(uuids[0]);
  });
});
