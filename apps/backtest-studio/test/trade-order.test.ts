import type { JobTrade } from "@bourse/contract/backtest";
import { expect, test } from "vitest";

import { arrangeTrades } from "../page/model/trade-order.ts";

const trade = (pnl: number, over: Partial<JobTrade> = {}): JobTrade => ({
  side: "long",
  quantity: 1,
  entry_time: "2025-01-01T00:00:00.000Z",
  entry_price: 100,
  exit_time: "2025-01-01T01:00:00.000Z",
  exit_price: 100 + pnl,
  pnl,
  return: pnl / 100,
  fees: 0,
  exit_reason: "signal",
  ...over,
});

const ROWS = [
  trade(5),
  trade(-2, { side: "short", exit_reason: "stop_loss" }),
  trade(9, { return: null, entry_tag: "rose above" }),
  trade(5, { exit_time: "2025-01-03T00:00:00.000Z" }),
];
const order = (sort: string, filter = "all", words = ""): readonly number[] =>
  arrangeTrades(ROWS, { sort, filter, words });

test("trades sort by a figure in both directions, equal ones in the order of entry", () => {
  expect(order("pnl")).toEqual([1, 0, 3, 2]);
  expect(order("-pnl")).toEqual([2, 0, 3, 1]);
  expect(order("-held")).toEqual([3, 0, 1, 2]);
  expect(order("nonsense")).toEqual([0, 1, 2, 3]);
});

test("a trade without the figure comes last in both directions", () => {
  expect(order("return").at(-1)).toBe(2);
  expect(order("-return").at(-1)).toBe(2);
});

test("filters and words narrow the trades together", () => {
  expect(order("entry", "lost")).toEqual([1]);
  expect(order("entry", "won")).toEqual([0, 2, 3]);
  expect(order("entry", "short")).toEqual([1]);
  expect(order("entry", "all", "stop loss")).toEqual([1]);
  expect(order("entry", "won", "ROSE")).toEqual([2]);
});
