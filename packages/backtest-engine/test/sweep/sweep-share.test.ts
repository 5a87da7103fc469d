import { describe, expect, test } from "vitest";

import { createShare, takeStretches } from "../../src/sweep/sweep-share.ts";

describe("the share of a sweep", () => {
  test("each stretch is taken once, by whoever comes first", () => {
    const share = createShare(100, 2);
    const [one, other] = [takeStretches(share, 100), takeStretches(share, 100)];
    const taken = [one.next(), one.next(), other.next(), one.next()].map(({ value }) => value);
    expect(taken).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
      [6, 8],
    ]);
    const rest = [...other];
    expect([rest.length, rest.at(-1)]).toEqual([46, [98, 100]]);
    expect([...one, ...takeStretches(share, 100)]).toEqual([]);
  });

  test("the last stretch has what is left", () => {
    expect([...takeStretches(createShare(33, 1), 33)].at(-1)).toEqual([32, 33]);
  });

  test.each([
    [1, 1, 1],
    [100, 2, 2],
    [1000, 2, 16],
    [1_000_000, 4, 16],
  ])("%d combinations on %d threads are taken %d at a time", (count, threads, stretch) => {
    expect(createShare(count, threads).stretch).toBe(stretch);
  });
});
