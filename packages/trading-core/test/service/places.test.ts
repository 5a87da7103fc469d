import { expect, test } from "vitest";

import { Places } from "../../src/jobs/places.ts";

const never = new AbortController().signal;

test("a place that is given back goes to whoever has waited longest", async () => {
  const places = new Places(1);
  expect(places.tryTake()).toBe(true);
  const order: string[] = [];
  const first = places.take(never).then(() => order.push("first"));
  const second = places.take(never).then(() => order.push("second"));
  expect(places.tryTake()).toBe(false);
  places.give();
  await first;
  expect([order, places.tryTake()]).toEqual([["first"], false]);
  places.give();
  await second;
  expect(order).toEqual(["first", "second"]);
});

test("a wait that is given up takes no place", async () => {
  const places = new Places(1);
  await places.take(never);
  const patience = new AbortController();
  const waiting = places.take(patience.signal);
  patience.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(places.take(patience.signal)).rejects.toThrow("enough");
  places.give();
  expect(places.tryTake()).toBe(true);
});

test("all places are free only when each one was given back", async () => {
  const places = new Places(2);
  await places.allFree();
  await places.take(never);
  await places.take(never);
  const waiting = places.take(never);
  let isFree = false;
  const free = places.allFree().then(() => (isFree = true));
  places.give();
  await waiting;
  places.give();
  await Promise.resolve();
  expect(isFree, "the one that waited has a place").toBe(false);
  places.give();
  await free;
});
