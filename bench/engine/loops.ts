/** Measured loops: each loop in the engine, and the same question put to the npm peers that answer it. */

import { createRequire } from "node:module";

import type { Candles } from "@bourse/backtest-engine";
import { simulate } from "@bourse/backtest-engine/simulation";
import { maCrossover, runStrategy } from "@bourse/backtest-engine/strategies";
import { atr, bollinger, ema, rsi, sma, wma, type BollingerBands } from "@bourse/indicators";
import type * as Ixjb from "@ixjb94/indicators";
import {
  averageTrueRange,
  bollingerBands,
  exponentialMovingAverage,
  relativeStrengthIndex,
  simpleMovingAverage,
} from "indicatorts";
import * as technical from "technicalindicators";
import * as signals from "trading-signals";

const { IndicatorsSync } = createRequire(import.meta.url)("@ixjb94/indicators") as typeof Ixjb;

/** One question: the engine's answer, its name in bench.c, and who else answers it. */
export interface Loop {
  readonly name: string;
  /** The most that the engine claims to take, in times of the C loop; no claim where absent. */
  readonly atMost?: number;
  /** Claimed speed relative to the best peer, as a factor; no claim where absent. */
  readonly atLeast?: number;
  /** Does the work; returns the array that the C loop sums up to compare. */
  readonly run: () => Float64Array;
  readonly peers: Readonly<Record<string, () => unknown>>;
}

/** Columns as arrays, which is what the peers take. */
interface Rows {
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
}

export function loopsOver(candles: Candles): readonly Loop[] {
  const { close } = candles;
  const rows: Rows = {
    high: Array.from(candles.high),
    low: Array.from(candles.low),
    close: Array.from(close),
  };
  const array = (): Float64Array => new Float64Array(candles.length);
  const out = array();
  const other = array();
  const bands: BollingerBands = { middle: array(), upper: array(), lower: array() };
  return [
    {
      name: "sma pair",
      atMost: 2,
      run: () => (sma(close, 50, other), sma(close, 10, out)),
      peers: {},
    },
    { name: "sma", atMost: 2, atLeast: 1, run: () => sma(close, 20, out), peers: smaPeers(rows) },
    { name: "ema", atLeast: 2.5, run: () => ema(close, 20, out), peers: emaPeers(rows) },
    { name: "wma", atLeast: 2.5, run: () => wma(close, 20, out), peers: wmaPeers(rows) },
    { name: "rsi", atMost: 2, atLeast: 2.5, run: () => rsi(close, 14, out), peers: rsiPeers(rows) },
    {
      name: "bollinger",
      atMost: 2,
      atLeast: 2.5,
      run: () => bollinger(close, 20, 2, bands).upper,
      peers: bollingerPeers(rows),
    },
    {
      name: "atr",
      atMost: 2,
      atLeast: 2.5,
      run: () => atr(candles, 14, out),
      peers: atrPeers(rows),
    },
    { name: "ma_crossover", atMost: 2.5, run: () => crossover(candles), peers: {} },
  ];
}

/** The built-in strategy's decisions and their simulation. */
function crossover(candles: Candles): Float64Array {
  const parameters = { fast_period: 10, slow_period: 50, ma_type: "sma" } as const;
  const decisions = runStrategy(maCrossover, parameters, candles);
  return simulate(candles, decisions, { fee: 0.001, compatibility: "vectorbt" }).equity;
}

const fast = new IndicatorsSync();

/** Feeds a streaming indicator and keeps what it answers. */
function stream(indicator: { add(price: number): unknown }, prices: readonly number[]): unknown[] {
  return prices.map((price) => indicator.add(price));
}

const smaPeers = ({ close }: Rows): Loop["peers"] => ({
  "@ixjb94/indicators": () => fast.sma(close, 20),
  indicatorts: () => simpleMovingAverage(close, { period: 20 }),
  technicalindicators: () => technical.SMA.calculate({ period: 20, values: close }),
  "trading-signals": () => stream(new signals.SMA(20), close),
});

const emaPeers = ({ close }: Rows): Loop["peers"] => ({
  "@ixjb94/indicators": () => fast.ema(close, 20),
  indicatorts: () => exponentialMovingAverage(close, { period: 20 }),
  technicalindicators: () => technical.EMA.calculate({ period: 20, values: close }),
  "trading-signals": () => stream(new signals.EMA(20), close),
});

const wmaPeers = ({ close }: Rows): Loop["peers"] => ({
  "@ixjb94/indicators": () => fast.wma(close, 20),
  technicalindicators: () => technical.WMA.calculate({ period: 20, values: close }),
  "trading-signals": () => stream(new signals.WMA(20), close),
});

const rsiPeers = ({ close }: Rows): Loop["peers"] => ({
  "@ixjb94/indicators": () => fast.rsi(close, 14),
  indicatorts: () => relativeStrengthIndex(close, { period: 14 }),
  technicalindicators: () => technical.RSI.calculate({ period: 14, values: close }),
  "trading-signals": () => stream(new signals.RSI(14), close),
});

const bollingerPeers = ({ close }: Rows): Loop["peers"] => ({
  "@ixjb94/indicators": () => fast.bbands(close, 20, 2),
  indicatorts: () => bollingerBands(close, { period: 20 }),
  technicalindicators: () =>
    technical.BollingerBands.calculate({ period: 20, values: close, stdDev: 2 }),
  "trading-signals": () => stream(new signals.BollingerBands(20, 2), close),
});

const atrPeers = ({ high, low, close }: Rows): Loop["peers"] => ({
  "@ixjb94/indicators": () => fast.atr(high, low, close, 14),
  indicatorts: () => averageTrueRange(high, low, close, { period: 14 }),
  technicalindicators: () => technical.ATR.calculate({ period: 14, high, low, close }),
  "trading-signals": () => {
    const indicator = new signals.ATR(14);
    return close.map((_, i) => indicator.add({ high: high[i]!, low: low[i]!, close: close[i]! }));
  },
});
