import { expect, test } from "vitest";

import { SendLimiter } from "../../src/peers/exchange/send-limiter.ts";

const MEBIBYTE = 2 ** 20;

/** Work that is under way until it is told to end. */
function held(
  order: string[],
  name: string,
): { readonly work: () => Promise<void>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    order.push(name);
    await promise;
  };
  return { work, end: resolve };
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test("three mebibytes go to one peer at once, the next ones in their order", async () => {
  const limiter = new SendLimiter();
  const order: string[] = [];
  const items = ["a", "b", "c", "d", "e"].map((name) => held(order, name));
  const passing = items.map(({ work }) => limiter.run("peer", MEBIBYTE, undefined, work));
  await settled();
  expect(order).toEqual(["a", "b", "c"]);
  items[1]?.end();
  await passing[1];
  await settled();
  expect(order).toEqual(["a", "b", "c", "d"]);
  for (const { end } of items) end();
  await Promise.all(passing);
  expect(order).toEqual(["a", "b", "c", "d", "e"]);
  expect(limiter.isBusy("peer")).toBe(false);
});

test("one peer does not wait for another", async () => {
  const limiter = new SendLimiter();
  const order: string[] = [];
  const items = ["a", "b", "c", "d"].map((name) => held(order, name));
  const passing = items.map(({ work }, place) =>
    limiter.run(place === 3 ? "other" : "peer", 2 * MEBIBYTE, undefined, work),
  );
  await settled();
  expect(order).toEqual(["a", "d"]);
  for (const { end } of items) end();
  await Promise.all(passing);
});

test("who gives up while he waits leaves his place, and nothing of his runs", async () => {
  const limiter = new SendLimiter();
  const order: string[] = [];
  const first = held(order, "first");
  const second = held(order, "second");
  const third = held(order, "third");
  const patience = new AbortController();
  const all = 4 * MEBIBYTE;
  const passing = [
    limiter.run("peer", all, undefined, first.work),
    limiter.run("peer", all, patience.signal, second.work),
    limiter.run("peer", all, undefined, third.work),
  ];
  patience.abort(new Error("No more time."));
  await expect(passing[1]).rejects.toThrow("No more time");
  first.end();
  await passing[0];
  third.end();
  await passing[2];
  expect(order).toEqual(["first", "third"]);
});

test("work that fails gives its place to the next", async () => {
  const limiter = new SendLimiter();
  const failing = limiter.run("peer", MEBIBYTE, undefined, () =>
    Promise.reject(new Error("It broke.")),
  );
  await expect(failing).rejects.toThrow("It broke");
  expect(await limiter.run("peer", MEBIBYTE, undefined, () => Promise.resolve(5))).toBe(5);
});
