/** An account that holds nothing over the end of a session, kept by hand. */

import type { Calendar } from "@bourse/indicators/calendar";
import * as fc from "fast-check";
import { expect } from "vitest";

import type { Candles } from "../../src/data/index.ts";
import type { SimulationOptions, Trade, Trader } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { randomOf, walkAt } from "./session-candles.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const UNITS = 2;

/** A market whose sessions a few lines of arithmetic tell: 08:00 to 16:00 UTC with a break, Monday to Friday. */
export const MARKET: Calendar = {
  zone: "UTC",
  sessions: [
    ["08:00", "12:00"],
    ["13:00", "16:00"],
  ],
  holidays: ["2024-07-04"],
};

/** End of the session that a time counts to. */
function endOf(time: number): number {
  let day = Math.floor(time / DAY);
  const isClosed = (): boolean => [0, 6].includes(new Date(day * DAY).getUTCDay());
  while (isClosed() || day * DAY === Date.UTC(2024, 6, 4)) day++;
  return day * DAY + 16 * HOUR;
}

export interface Case {
  readonly candles: Candles;
  readonly signals: Uint8Array;
  readonly options: SimulationOptions & { readonly stopLoss: number; readonly takeProfit: number };
}

export const WORDS = [
  Signal.none,
  Signal.enterLong,
  Signal.exitLong,
  Signal.enterShort,
  Signal.exitShort,
] as const;

/**
 * Three weeks of half hours from 06:00 to 18:00, of which some are missing: single ones, and all after an early close.
 */
export const cases: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e9 }),
    holes: fc.constantFrom(0, 0.1, 0.4),
    isExtended: fc.boolean(),
    fill: fc.constantFrom("next_open" as const, "close" as const),
    direction: fc.constantFrom("long" as const, "short" as const, "both" as const),
    fee: fc.constantFrom(0, 0.001),
    slippage: fc.constantFrom(0, 0.0005),
    stopLoss: fc.constantFrom(0.005, 0.02, 0.9),
    takeProfit: fc.constantFrom(0.006, 0.03, 5),
  })
  .map(({ seed, holes, isExtended, ...options }) => {
    const random = randomOf(seed);
    const times: number[] = [];
    for (let day = Date.UTC(2024, 5, 24); day < Date.UTC(2024, 6, 13); day += DAY) {
      if ([0, 6].includes(new Date(day).getUTCDay()) && random() < 0.8) continue;
      const close = random() < 0.2 ? 11 : 16;
      for (let minute = 6 * 60; minute < 18 * 60; minute += 30) {
        const isAfter = minute >= 16 * 60 || minute < 8 * 60;
        if (isAfter ? !isExtended : minute >= close * 60) continue;
        if (random() >= holes) times.push(day + minute * MINUTE);
      }
    }
    const candles = walkAt(times, seed);
    const signals = Uint8Array.from(times, () =>
      random() < 0.5 ? 0 : WORDS[Math.floor(random() * WORDS.length)]!,
    );
    return {
      candles,
      signals,
      options: { ...options, positionSize: { units: UNITS }, initialCapital: 1e6 },
    };
  });

interface Held {
  readonly side: 1 | -1;
  readonly price: number;
  readonly index: number;
}

/** The account once more, by hand: what is held, bought and sold at each open, inside each candle and at each close. */
export function byHand({ candles, signals, options }: Case) {
  const { fill, direction = "long", fee = 0, slippage = 0, stopLoss, takeProfit } = options;
  const trades: Pick<Trade, "entryIndex" | "exitIndex" | "exitPrice" | "exitReason" | "pnl">[] = [];
  const equity: number[] = [];
  let cash = 1e6;
  let held: Held | null = null;
  let late = 0;
  const enter = (index: number, at: number, side: 1 | -1): void => {
    const price = at * (1 + side * Number(slippage));
    cash -= UNITS * price * fee;
    held = { side, price, index };
  };
  const leave = (index: number, at: number, exitReason: Trade["exitReason"]): void => {
    const { side, price, index: entryIndex } = held!;
    const slips = exitReason === "take_profit" ? 0 : Number(slippage);
    const exitPrice = at * (1 - side * slips);
    const gain = side * UNITS * (exitPrice - price);
    cash += gain - UNITS * exitPrice * fee;
    const pnl = gain - UNITS * (price + exitPrice) * fee;
    trades.push({ entryIndex, exitIndex: index, exitPrice, exitReason, pnl });
    held = null;
  };
  const act = (signal: number, index: number, price: number): void => {
    const side = held?.side ?? 0;
    const wanted = signal === Signal.enterLong ? 1 : signal === Signal.enterShort ? -1 : 0;
    const isExit =
      (signal === Signal.exitLong && side === 1) || (signal === Signal.exitShort && side === -1);
    if (isExit || (wanted !== 0 && wanted === -side)) leave(index, price, "signal");
    const isAllowed = direction === "both" || (direction === "long") === wanted > 0;
    if (wanted !== 0 && wanted !== side && isAllowed) enter(index, price, wanted);
  };
  const protect = (index: number): void => {
    if (held === null) return;
    const { side, price } = held as Held;
    const [open, high, low] = [candles.open[index]!, candles.high[index]!, candles.low[index]!];
    const [best, worst] = side > 0 ? [high, low] : [low, high];
    const stop = price * (1 - side * stopLoss);
    const target = price * (1 + side * takeProfit);
    if (side * worst <= side * stop) {
      leave(index, side * open <= side * stop ? open : stop, "stop_loss");
    } else if (side * best >= side * target) {
      leave(index, side * open > side * target ? open : target, "take_profit");
    }
  };
  for (let i = 0; i < candles.length; i++) {
    const time = candles.time[i]!;
    const isLast = time + 30 * MINUTE >= endOf(time);
    const before = i === 0 ? time : candles.time[i - 1]!;
    // The session of the candle before has ended, and that candle did not show it.
    const isUnseen = before + 30 * MINUTE < endOf(before) && time >= endOf(before);
    const isAfter = time >= endOf(time);
    if (isUnseen && held !== null) {
      leave(i, candles.open[i]!, "session_close");
      late++;
    }
    if (fill === "next_open" && i > 0 && !isUnseen && !isAfter) {
      act(signals[i - 1]!, i, candles.open[i]!);
    }
    protect(i);
    if (isLast && held !== null) leave(i, candles.close[i]!, "session_close");
    if (fill === "close" && !isLast) act(signals[i]!, i, candles.close[i]!);
    const open = held as Held | null;
    equity.push(open === null ? cash : cash + open.side * UNITS * (candles.close[i]! - open.price));
  }
  if (held !== null) {
    leave(candles.length - 1, candles.close.at(-1)!, "end");
    equity[equity.length - 1] = cash;
  }
  return { trades, equity, late };
}

/** The signals as market orders of a trader, whose stop and target are those of the run. */
export function ordersOf(signals: Uint8Array): Trader {
  return {
    onCandle({ index }, broker) {
      const signal = signals[index]!;
      const held = broker.position();
      const side = held === null ? 0 : held.side === "long" ? 1 : -1;
      const wanted = signal === Signal.enterLong ? 1 : signal === Signal.enterShort ? -1 : 0;
      const isExit =
        (signal === Signal.exitLong && side === 1) || (signal === Signal.exitShort && side === -1);
      if (isExit) broker.submit({ side: side > 0 ? "sell" : "buy", reduceOnly: true });
      if (wanted === 0 || wanted === side) return;
      const units = UNITS + (held?.quantity ?? 0);
      broker.submit({ side: wanted > 0 ? "buy" : "sell", size: { units } });
    },
  };
}

export const near = (value: number, digits = 9): number => expect.closeTo(value, digits) as number;

export const flat = { calendar: MARKET, flatByClose: true } as const;

export function expectFlat({ time, length }: Candles, trades: readonly Trade[], late = 0): void {
  let counted = 0;
  for (const { entryIndex, exitIndex, exitReason } of trades) {
    const end = endOf(time[entryIndex]!);
    if (time[exitIndex]! < end) continue;
    expect(exitReason).toBe("session_close");
    expect(time[exitIndex - 1]! + 30 * MINUTE).toBeLessThan(end);
    expect(exitIndex).toBeLessThan(length);
    counted++;
  }
  expect(counted).toBe(late);
}
