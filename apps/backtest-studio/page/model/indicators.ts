/** The indicators of a chart: kinds, their texts in the address, and those that a strategy trades by. */

import {
  atr,
  bollinger,
  dema,
  ema,
  highest,
  lowest,
  macd,
  rsi,
  sma,
  stochastic,
  wma,
} from "@bourse/indicators";

/** Prices of candles, oldest first. */
export interface Prices {
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

interface NumberField {
  readonly name: string;
  readonly standard: number;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

export interface IndicatorKind {
  readonly title: string;
  /** `price` for a line over the candles, `below` for a plot of its own. */
  readonly place: "price" | "below";
  readonly numbers: readonly NumberField[];
  /** Candles before the first that is seen, after which the start no longer matters. */
  readonly lead: (numbers: readonly number[]) => number;
  /** A value for each candle in each line; NaN where there is none. */
  readonly lines: (prices: Prices, numbers: readonly number[]) => readonly Float64Array[];
  /** Levels that are marked in a plot of its own. */
  readonly levels?: (numbers: readonly number[]) => readonly number[];
  /** Range of a plot of its own; without one it fits the values. */
  readonly bounds?: readonly [low: number, high: number];
}

/** An indicator with its numbers, as `sma:10` stands in the address. */
export interface Indicator {
  readonly name: string;
  readonly kind: IndicatorKind;
  readonly numbers: readonly number[];
}

const period = (standard: number, name = "period"): NumberField => ({
  name,
  standard,
  min: 1,
  max: 500,
  isWhole: true,
});
const level = (name: string, standard: number): NumberField => ({
  name,
  standard,
  min: 0,
  max: 100,
  isWhole: false,
});
/** Exponential averages forget their start by a factor of e² in a period, Wilder's by e. */
const EXPONENTIAL = 10;
const WILDER = 20;

const average = (
  title: string,
  compute: (values: Float64Array, period: number) => Float64Array,
  lead: number,
): IndicatorKind => ({
  title,
  place: "price",
  numbers: [period(20)],
  lead: ([length = 20]) => lead * length,
  lines: ({ close }, [length = 20]) => [compute(close, length)],
});

/** Kinds by their names in the address. */
export const INDICATOR_KINDS: Readonly<Record<string, IndicatorKind>> = {
  sma: average("SMA", sma, 1),
  ema: average("EMA", ema, EXPONENTIAL),
  wma: average("WMA", wma, 1),
  dema: average("DEMA", (values, length) => dema(values, length), 2 * EXPONENTIAL),
  bollinger: {
    title: "Bollinger bands",
    place: "price",
    numbers: [period(20), { name: "deviations", standard: 2, min: 0.1, max: 10, isWhole: false }],
    lead: ([length = 20]) => length,
    lines: ({ close }, [length = 20, deviations = 2]) => {
      const { middle, upper, lower } = bollinger(close, length, deviations);
      return [middle, upper, lower];
    },
  },
  channel: {
    title: "Highest and lowest",
    place: "price",
    numbers: [period(20)],
    lead: ([length = 20]) => length,
    lines: ({ high, low }, [length = 20]) => [highest(high, length), lowest(low, length)],
  },
  rsi: {
    title: "RSI",
    place: "below",
    numbers: [period(14), level("oversold", 30), level("overbought", 70)],
    lead: ([length = 14]) => WILDER * length,
    lines: ({ close }, [length = 14]) => [rsi(close, length)],
    levels: ([, low = 30, high = 70]) => [low, high],
    bounds: [0, 100],
  },
  macd: {
    title: "MACD",
    place: "below",
    numbers: [period(12, "fast period"), period(26, "slow period"), period(9, "signal period")],
    lead: ([fast = 12, slow = 26, signal = 9]) => EXPONENTIAL * (Math.max(fast, slow) + signal),
    lines: ({ close }, [fastPeriod = 12, slowPeriod = 26, signalPeriod = 9]) => {
      const lines = macd(close, { fastPeriod, slowPeriod, signalPeriod });
      return [lines.macd, lines.signal];
    },
    levels: () => [0],
  },
  stochastic: {
    title: "Stochastic",
    place: "below",
    numbers: [period(14), period(3, "smoothing"), period(3, "signal period")],
    lead: ([length = 14, smoothing = 3, signal = 3]) => length + smoothing + signal,
    lines: (prices, [length = 14, smoothing = 3, signalPeriod = 3]) => {
      const { k, d } = stochastic(prices, { period: length, smoothing, signalPeriod });
      return [k, d];
    },
    levels: () => [20, 80],
    bounds: [0, 100],
  },
  atr: {
    title: "ATR",
    place: "below",
    numbers: [period(14)],
    lead: ([length = 14]) => WILDER * length,
    lines: (prices, [length = 14]) => [atr(prices, length)],
  },
};

/** Most indicators of one chart. */
export const MOST_INDICATORS = 8;
/** Text of a chart without indicators, where a strategy would bring some. */
export const NO_INDICATORS = "none";

/** Indicators of a text such as `sma:10,rsi:14:30:70`, and the parts of it that are none. */
export function readIndicators(text: string): {
  readonly indicators: readonly Indicator[];
  readonly refused: readonly string[];
} {
  const indicators: Indicator[] = [];
  const refused: string[] = [];
  for (const part of text === NO_INDICATORS ? [] : text.split(",")) {
    if (part === "") continue;
    const [name = "", ...given] = part.split(":");
    const kind = Object.hasOwn(INDICATOR_KINDS, name) ? INDICATOR_KINDS[name] : undefined;
    const numbers = kind === undefined ? undefined : numbersOf(kind, given);
    if (kind === undefined || numbers === undefined || indicators.length === MOST_INDICATORS) {
      refused.push(part);
    } else indicators.push({ name, kind, numbers });
  }
  return { indicators, refused };
}

/** The numbers of a kind, absent ones its own; undefined for one that does not fit. */
export function numbersOf(
  { numbers }: IndicatorKind,
  given: readonly string[],
): readonly number[] | undefined {
  if (given.length > numbers.length) return undefined;
  const read = numbers.map(({ standard, min, max, isWhole }, at) => {
    const text = given[at]?.trim() ?? "";
    const value = text === "" ? standard : Number(text);
    return value >= min && value <= max && (!isWhole || Number.isInteger(value)) ? value : NaN;
  });
  return read.includes(NaN) ? undefined : read;
}

/** The text that {@link readIndicators} reads. */
export function indicatorsText(indicators: readonly Indicator[]): string {
  if (indicators.length === 0) return NO_INDICATORS;
  return indicators.map(({ name, numbers }) => [name, ...numbers].join(":")).join(",");
}

/** `SMA 10`, `Bollinger bands 20 2`. */
export function indicatorTitle({ kind, numbers }: Indicator): string {
  return [kind.title, ...numbers].join(" ");
}

/** Text of the indicators that a strategy of the engine trades by; of the operator's own ones nothing is known. */
export function indicatorsOf(
  strategy: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const value = (name: string, standard: string | number): string => {
    const given = parameters[name];
    return typeof given === "string" || typeof given === "number"
      ? String(given)
      : String(standard);
  };
  if (strategy === "ma_crossover") {
    const type = value("ma_type", "sma");
    return `${type}:${value("fast_period", 10)},${type}:${value("slow_period", 20)}`;
  }
  if (strategy === "bollinger_bands") {
    return `bollinger:${value("period", 20)}:${value("std_dev", 2)}`;
  }
  if (strategy === "rsi") {
    return `rsi:${value("period", 14)}:${value("oversold", 30)}:${value("overbought", 70)}`;
  }
  return NO_INDICATORS;
}
