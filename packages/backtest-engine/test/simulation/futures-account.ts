/** An account of one future, kept by hand: fills move cash by their whole value, so that no entry price is needed. */

import * as fc from "fast-check";

import type { Candles } from "../../src/data/index.ts";
import type { SimulationOptions, Trade } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";
import { WORDS } from "./flat-account.ts";
import { randomOf } from "./session-candles.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 5);

/** A run of a future whose options are all given. */
export interface FutureCase {
  readonly candles: Candles;
  readonly signals: Uint8Array;
  readonly options: SimulationOptions & {
    readonly contract: { multiplier: number; tick: number; margin?: number };
    readonly rolls: readonly number[];
    readonly stopLoss: number;
    readonly takeProfit: number;
    readonly fee: number;
    readonly fixedFee: number;
    readonly slippage: number;
    readonly maintenanceMargin: number;
    readonly positionSize: number | { readonly units: number };
  };
}

const TIERS = [
  { volume: 3e5, maker: -0.00005, taker: 0.0003 },
  { volume: 2e6, maker: -0.0001, taker: 0.0002 },
  { volume: 6e6, maker: 0.00001, taker: 0.0001 },
] as const;

/** Candles of six hours over 90 days, in three contracts or more, each some per cent away from the one before. */
export const futureCases: fc.Arbitrary<FutureCase> = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e9 }),
    multiplier: fc.constantFrom(1, 5, 50, 0.1),
    tick: fc.constantFrom(0.05, 0.25),
    hasMargin: fc.boolean(),
    hasTiers: fc.boolean(),
    isWhole: fc.boolean(),
    fill: fc.constantFrom("next_open" as const, "close" as const),
    direction: fc.constantFrom("long" as const, "short" as const, "both" as const),
    fee: fc.constantFrom(0, 0.0005),
    fixedFee: fc.constantFrom(0, 2),
    slippage: fc.constantFrom(0, 0.0005),
    stopLoss: fc.constantFrom(0.02, 0.05, 0.9),
    takeProfit: fc.constantFrom(0.03, 5),
    maintenanceMargin: fc.constantFrom(0.5, 0.9),
    size: fc.constantFrom(0.4, 1, 3),
  })
  .map(({ seed, multiplier, tick, hasMargin, hasTiers, isWhole, size, ...options }) => {
    const random = randomOf(seed);
    const rolls: number[] = [];
    for (let time = START; time < START + 85 * DAY;) {
      time += Math.floor((5 + 25 * random()) * DAY);
      rolls.push(time);
    }
    let price = 400;
    let level = 1;
    const candles = fromBars(
      Array.from({ length: 360 }, (_, i): Bar => {
        const time = START + i * 6 * HOUR;
        const isNew = rolls.some((roll) => roll > time - 6 * HOUR && roll <= time);
        if (isNew) level = 1 + (random() - 0.5) * 0.06;
        const open = price * (1 + (random() - 0.5) * 0.004);
        price = open * (1 + (random() - 0.495) * 0.02);
        const [high, low] = [Math.max(open, price) * 1.002, Math.min(open, price) * 0.998];
        return [time, open * level, high * level, low * level, price * level, 1000];
      }),
    );
    const signals = Uint8Array.from(candles.time, () =>
      random() < 0.8 ? 0 : WORDS[Math.floor(random() * WORDS.length)]!,
    );
    const value = 400 * multiplier;
    const run = {
      ...options,
      initialCapital: 8 * value,
      contract: { multiplier, tick, ...(hasMargin && { margin: 0.3 * value }) },
      rolls,
      positionSize: size === 3 ? { units: 3 } : size,
      maintenanceMargin: hasMargin ? options.maintenanceMargin : 0.1,
      ...(hasTiers && { feeTiers: TIERS.map((tier) => ({ ...tier, volume: tier.volume / 4 })) }),
      ...(!isWhole && { lotSize: 0.5 }),
    };
    return { candles, signals, options: run };
  });

interface Held {
  readonly signed: number;
  readonly price: number;
  readonly index: number;
  readonly fee: number;
  readonly stop: number;
  readonly target: number;
}

type HandTrade = Pick<
  Trade,
  | "quantity"
  | "entryIndex"
  | "entryPrice"
  | "exitIndex"
  | "exitPrice"
  | "exitReason"
  | "fees"
  | "pnl"
>;

/** Rounds to the tick: up for 1, down for -1. */
function onTick(price: number, tick: number, way: number): number {
  const ticks = price / tick;
  const nearest = Math.round(ticks);
  if (Math.abs(ticks - nearest) < 1e-9 * ticks) return nearest * tick;
  return (way > 0 ? Math.ceil(ticks) : Math.floor(ticks)) * tick;
}

/** The account once more: what is bought and sold at each open, inside each candle, at each close and at each roll. */
export function futureByHand({ candles, signals, options }: FutureCase) {
  const { contract, rolls, fee, fixedFee, slippage, maintenanceMargin } = options;
  const { multiplier, tick, margin = 0 } = contract;
  const { time, open, high, low, close, length } = candles;
  const trades: HandTrade[] = [];
  const fills: { time: number; value: number }[] = [];
  const rolled: { time: number; quantity: number; cash: number }[] = [];
  const equity: number[] = [];
  let cash = Number(options.initialCapital);
  let fees = 0;
  let held: Held | null = null;

  const rate = (index: number, isLimit: boolean): number => {
    const now = time[index]!;
    const traded = fills
      .filter((one) => one.time > now - 30 * DAY)
      .reduce((sum, one) => sum + one.value, 0);
    const tier = (options.feeTiers ?? []).filter(({ volume }) => volume <= traded).at(-1);
    if (tier === undefined) return fee;
    return isLimit ? tier.maker : tier.taker;
  };
  const trade = (index: number, signed: number, price: number, cost: number): void => {
    const value = Math.abs(signed) * price * multiplier;
    cash -= signed * price * multiplier + cost;
    fees += cost;
    fills.push({ time: time[index]!, value });
  };
  const enter = (index: number, at: number, side: 1 | -1, units: number, fixed: number): void => {
    const price = onTick(at * (1 + side * slippage), tick, side);
    const paid = rate(index, false);
    const lot = options.lotSize ?? 1;
    const most = cash - fixed;
    const share = typeof options.positionSize === "number" ? options.positionSize : 1;
    const spend = units === Infinity ? Math.min(cash * share, most) : most;
    const one =
      margin > 0 ? margin + price * multiplier * paid : price * multiplier + at * multiplier * paid;
    const affordable = Math.floor(spend / one / lot) * lot;
    const quantity = Math.min(affordable, Math.floor(units / lot + 1e-9) * lot);
    if (!(quantity > 0)) return;
    const cost = quantity * price * multiplier * paid + fixed;
    trade(index, side * quantity, price, cost);
    const stop = onTick(price * (1 - side * options.stopLoss), tick, -side);
    const target = onTick(price * (1 + side * options.takeProfit), tick, side);
    held = { signed: side * quantity, price, index, fee: cost, stop, target };
  };
  const leave = (index: number, at: number, exitReason: Trade["exitReason"]): void => {
    const { signed, price: entryPrice, index: entryIndex, fee: entryFee } = held!;
    const side = Math.sign(signed);
    const isLimit = exitReason === "take_profit";
    const slips = isLimit || exitReason === "liquidation" ? 0 : slippage;
    const exitPrice = onTick(at * (1 - side * slips), tick, -side);
    const quantity = Math.abs(signed);
    const cost = quantity * exitPrice * multiplier * rate(index, isLimit) + fixedFee;
    trade(index, -signed, exitPrice, cost);
    const pnl = signed * multiplier * (exitPrice - entryPrice) - entryFee - cost;
    const both = { fees: entryFee + cost, pnl };
    trades.push({
      quantity,
      entryIndex,
      entryPrice,
      exitIndex: index,
      exitPrice,
      exitReason,
      ...both,
    });
    held = null;
  };
  const units = typeof options.positionSize === "object" ? options.positionSize.units : Infinity;
  const act = (signal: number, index: number, price: number): void => {
    const side = Math.sign((held as Held | null)?.signed ?? 0);
    const wanted = signal === Signal.enterLong ? 1 : signal === Signal.enterShort ? -1 : 0;
    const isExit =
      (signal === Signal.exitLong && side === 1) || (signal === Signal.exitShort && side === -1);
    const isReversal = wanted !== 0 && wanted === -side;
    if (isExit || isReversal) leave(index, price, "signal");
    const { direction } = options;
    const isAllowed = direction === "both" || (direction === "long") === wanted > 0;
    if (wanted !== 0 && wanted !== side && isAllowed) {
      enter(index, price, wanted, units, isReversal ? 0 : fixedFee);
    }
  };
  const protect = (index: number): void => {
    if (held === null) return;
    const { signed, stop, target } = held as Held;
    const side = Math.sign(signed);
    const [best, worst] = side > 0 ? [high[index]!, low[index]!] : [low[index]!, high[index]!];
    const first = open[index]!;
    // The account is worth cash + signed × multiplier × price, and needs its margin or a part of the value.
    const needs = maintenanceMargin * Math.abs(signed);
    const level =
      margin > 0
        ? (needs * margin - cash) / (signed * multiplier)
        : -cash / (signed * multiplier - needs * multiplier);
    if (level > 0 && side * worst <= side * level && side * stop < side * level) {
      leave(index, side * first <= side * level ? first : level, "liquidation");
    } else if (side * worst <= side * stop) {
      leave(index, side * first <= side * stop ? first : stop, "stop_loss");
    } else if (side * best >= side * target) {
      leave(index, side * first > side * target ? first : target, "take_profit");
    }
  };
  let waiting: { side: 1 | -1; quantity: number; fees: number } | null = null;
  for (let i = 0; i < length; i++) {
    const before = fees;
    if (waiting !== null) {
      const { side, quantity, fees: paid } = waiting;
      enter(i, open[i]!, side, quantity, fixedFee);
      const now = (held as Held | null)?.signed ?? 0;
      rolled.push({ time: time[i]!, quantity: now, cash: -(paid + fees - before) });
      waiting = null;
    }
    if (options.fill === "next_open" && i > 0) act(signals[i - 1]!, i, open[i]!);
    protect(i);
    if (options.fill === "close") act(signals[i]!, i, close[i]!);
    const isRoll = rolls.some((roll) => roll > time[i]! && roll <= (time[i + 1] ?? -Infinity));
    if (isRoll && held !== null) {
      const { signed } = held as Held;
      const paid = fees;
      leave(i, close[i]!, "roll");
      waiting = { side: signed > 0 ? 1 : -1, quantity: Math.abs(signed), fees: fees - paid };
    }
    const now = held as Held | null;
    equity.push(cash + (now === null ? 0 : now.signed * multiplier * close[i]!));
  }
  if (held !== null) {
    leave(length - 1, close[length - 1]!, "end");
    equity[length - 1] = cash;
  }
  return { trades, equity, rolled, fees };
}
