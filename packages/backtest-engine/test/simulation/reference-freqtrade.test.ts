import { describe, expect, test } from "vitest";

import { simulate, type SimulationOptions } from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategies/strategy.ts";
import { candlesOf, hasReferenceData, readExpected } from "../indicators/reference-data.ts";

const HOUR = 3_600_000;

interface Case {
  readonly name: string;
  /** [tick, open, high, low, close, volume, enter long, exit long, enter short, exit short, tag] */
  readonly data: readonly (readonly (number | string | null)[])[];
  readonly stop_loss: number;
  readonly roi: Readonly<Record<string, number>>;
  readonly trades: readonly {
    readonly exit_reason: string;
    readonly open_tick: number;
    readonly close_tick: number;
    readonly is_short: boolean;
  }[];
  readonly profit_perc: number;
  readonly trailing_stop: boolean;
  readonly trailing_only_offset_is_reached: boolean;
  readonly trailing_stop_positive: number | null;
  readonly trailing_stop_positive_offset: number;
  readonly use_exit_signal: boolean;
  readonly use_custom_stoploss: boolean;
  readonly custom_entry_price: number | null;
  readonly custom_exit_price: number | null;
  readonly leverage: number;
}

const REASON: Readonly<Record<string, string>> = {
  signal: "exit_signal",
  stop_loss: "stop_loss",
  trailing_stop: "trailing_stop_loss",
  roi: "roi",
  end: "force_exit",
};

function decisionsOf(given: Case): Decisions {
  const flag = (row: Case["data"][number], column: number, bit: number): number =>
    row[column] === 1 ? bit : 0;
  const exit = given.use_exit_signal ? 1 : 0;
  const signals = Uint8Array.from(
    given.data,
    (row) =>
      flag(row, 6, Signal.enterLong) |
      flag(row, 7, exit * Signal.exitLong) |
      flag(row, 8, Signal.enterShort) |
      flag(row, 9, exit * Signal.exitShort),
  );
  return { signals, warmUp: 0 };
}

/** Its distances and profits are fractions of the stake, ours of the price. */
function rulesOf(given: Case): SimulationOptions {
  const { leverage } = given;
  const distance = Math.abs(given.stop_loss) / leverage;
  const positive = given.use_custom_stoploss ? null : given.trailing_stop_positive;
  return {
    fee: 0,
    direction: "both",
    leverage,
    stopLoss: distance,
    gap: "level",
    finalPosition: "last_open",
    profitSteps: Object.entries(given.roi).map(([minutes, profit]) => ({
      afterMinutes: Number(minutes),
      profit: profit === -1 ? -1 : profit / leverage,
    })),
    ...(given.trailing_stop && {
      trailingStop: {
        distance,
        activation: given.trailing_stop_positive_offset,
        activeDistance: positive ?? distance,
        waitForActivation: given.trailing_only_offset_is_reached && !given.use_custom_stoploss,
      },
    }),
  };
}

const cases = hasReferenceData
  ? readExpected<{ cases: readonly Case[] }>("freqtrade_backtest_detail.json").cases
  : [];
/** A price of one's own for an order is a limit order, which belongs to the event path. */
const priced = (given: Case): boolean =>
  given.custom_entry_price !== null || given.custom_exit_price !== null;

describe.skipIf(!hasReferenceData)("freqtrade's cases of what happens inside a candle", () => {
  test.each(cases.filter((given) => !priced(given)))("$name", (given) => {
    const rows = given.data.map((row) => row.slice(1, 5).map(Number));
    const result = simulate(candlesOf(rows, HOUR), decisionsOf(given), rulesOf(given));
    const found = result.trades.toArray();
    expect(
      found.map((trade) => ({
        exit_reason: REASON[trade.exitReason],
        open_tick: trade.entryIndex,
        close_tick: trade.exitIndex,
        is_short: trade.side === "short",
      })),
    ).toEqual(
      given.trades.map(({ exit_reason, open_tick, close_tick, is_short }) => ({
        exit_reason,
        open_tick,
        close_tick,
        is_short,
      })),
    );
    const profit = found.reduce((sum, trade) => sum + trade.return, 0);
    expect(Math.round(profit * 1000) / 1000).toBeCloseTo(given.profit_perc, 12);
  });
});
