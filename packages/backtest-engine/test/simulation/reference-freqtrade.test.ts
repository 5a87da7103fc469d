import { describe, expect, test } from "vitest";

import {
  simulate,
  simulateOrders,
  type OrderSimulationOptions,
  type SimulationResult,
  type Trader,
} from "../../src/simulation/index.ts";
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
  /** Minutes that an entry waits for its price; one candle when absent. */
  readonly timeout: number | null;
  /** Replaces the entry's price after its first candle. */
  readonly adjust_entry_price: number | null;
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
function rulesOf(given: Case): OrderSimulationOptions {
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

/**
 * Orders at the case's own prices, filled there even where the market offers better, as far as the candle reached:
 * an entry that waits as long as the case says, an exit that waits for good.
 */
function traderOf(given: Case): Trader {
  const { signals } = decisionsOf(given);
  const {
    custom_entry_price: entry,
    custom_exit_price: exit,
    adjust_entry_price: adjusted,
  } = given;
  const enter = Signal.enterLong | Signal.enterShort;
  const leave = Signal.exitLong | Signal.exitShort;
  const limit = { type: "limit", priceImprovement: false } as const;
  return {
    onCandle({ index }, broker) {
      const signal = signals[index]!;
      const long = broker.position()?.side === "long";
      if (signal & leave && broker.position() !== null) {
        const side = long ? "sell" : "buy";
        const terms = exit === null ? {} : ({ ...limit, price: exit } as const);
        broker.submit({ side, reduceOnly: true, ...terms });
      }
      const side = signal & Signal.enterLong ? "buy" : "sell";
      if (signal & enter) {
        const terms = entry === null ? {} : ({ ...limit, price: entry, validCandles: 1 } as const);
        broker.submit({ side, ...terms });
      }
      const isWaiting = index > 0 && (signals[index - 1]! & enter) !== 0;
      if (isWaiting && broker.position() === null && given.timeout !== null) {
        const again = signals[index - 1]! & Signal.enterLong ? "buy" : "sell";
        const valid = Math.max(1, Math.floor(given.timeout / 60) - 1);
        const price = adjusted ?? entry ?? 0;
        broker.submit({ side: again, ...limit, price, validCandles: valid });
      }
    },
  };
}

const cases = hasReferenceData
  ? readExpected<{ cases: readonly Case[] }>("freqtrade_backtest_detail.json").cases
  : [];
const priced = (given: Case): boolean =>
  given.custom_entry_price !== null || given.custom_exit_price !== null;

/** What the case states: how each trade ended and when, and what all of them made, rounded as there. */
function outcomeOf(result: SimulationResult): unknown {
  const found = result.trades.toArray();
  const profit = found.reduce((sum, trade) => sum + trade.return, 0);
  return {
    trades: found.map((trade) => [REASON[trade.exitReason], trade.exitIndex, trade.side]),
    profit: Math.round(profit * 1000) / 1000 + 0,
  };
}

function expectedOf(given: Case): unknown {
  return {
    trades: given.trades.map((trade) => [
      trade.exit_reason,
      trade.close_tick,
      trade.is_short ? "short" : "long",
    ]),
    profit: given.profit_perc,
  };
}

const candlesFor = (given: Case) =>
  candlesOf(
    given.data.map((row) => row.slice(1, 5).map(Number)),
    HOUR,
  );

describe.skipIf(!hasReferenceData)("freqtrade's cases of what happens inside a candle", () => {
  test.each(cases.filter((given) => !priced(given)))("$name by signals", (given) => {
    const result = simulate(candlesFor(given), decisionsOf(given), rulesOf(given));
    expect(outcomeOf(result)).toEqual(expectedOf(given));
    const entries = result.trades.toArray().map((trade) => trade.entryIndex);
    expect(entries).toEqual(given.trades.map((trade) => trade.open_tick));
  });

  test.each(cases.filter(priced))("$name by orders", (given) => {
    const result = simulateOrders({ X: candlesFor(given) }, traderOf(given), rulesOf(given));
    expect(outcomeOf(result)).toEqual(expectedOf(given));
  });
});
