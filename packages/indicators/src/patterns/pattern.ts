import { defineIndicator, type Definition, type Indicator } from "../flow/indicator.ts";
import { real } from "../parameters.ts";
import type { NoOptions } from "../talib/options.ts";
import { candidatesOf } from "./candidates.ts";
import { CandleShapes, sumsOf, warmUpOf, type OhlcLines, type Uses } from "./candle-shapes.ts";

/** Columns of candles that patterns are found in. */
export type OhlcColumns = "open" | "high" | "low" | "close";

/**
 * Candle pattern: 100 where a bullish one ends, -100 a bearish one, 0 where there is none; NaN in the warm-up.
 */
export type Pattern = Indicator<OhlcColumns, NoOptions>;

/** Option of patterns whose last candle reaches into the first one's body. */
export interface PenetrationOption {
  /** Fraction of the first body that the last candle has to reach. From 0 on; default: at each function. */
  readonly penetration: number;
}

/** Candle pattern with a depth; else as {@link Pattern}. */
export type PenetratingPattern = Indicator<OhlcColumns, PenetrationOption>;

/** Searches of the kernels for candles that a pattern may end with: `jumps` over highs and lows, others over bodies. */
type Search =
  | "blackTriples"
  | "confirmedInsides"
  | "fillingBodies"
  | "gaps"
  | "insides"
  | "jumps"
  | "risingPairs"
  | "strikes"
  | "turns";

/** Everything that makes a pattern. */
interface PatternDefinition {
  readonly name: string;
  readonly talib: string;
  readonly title: string;
  readonly formula: string;
  /** Candles up to the first one in which the pattern may end: those that it looks at, and one more in places. */
  readonly candles: number;
  readonly uses?: Uses;
  /**
   * Scores the candles `[from, to)`: the value of the pattern that ends with each of them, 0 for none. Each pattern has
   * a loop of its own: a shared one that calls a function for each candle would be several times slower.
   */
  readonly find: (
    candle: CandleShapes,
    out: Float64Array,
    from: number,
    to: number,
    penetration: number,
  ) => void;
  /** Search of the kernels for the few candles that the pattern may end with, and the score of one of them. */
  readonly rare?: {
    readonly search: Search;
    /** Rows by which the candles that the search looks at come later than its description says; default 0. */
    readonly later?: number;
    readonly score: (candle: CandleShapes) => number;
  };
}

/** The facts that all patterns share. */
export const PATTERN = { family: "patterns", inputs: ["open", "high", "low", "close"] } as const;

function define<P extends object>(
  { candles, uses = {}, find, rare, ...about }: PatternDefinition,
  parameters: Definition<OhlcColumns, P, "value">["parameters"],
  penetrationOf: (options: P) => number,
): Indicator<OhlcColumns, P> {
  return defineIndicator<OhlcColumns, P>({
    ...PATTERN,
    ...about,
    ...(parameters === undefined ? {} : { parameters }),
    build: (plan, lines, options) => {
      const prices = lines as OhlcLines;
      const first = warmUpOf(candles, uses);
      const sums = sumsOf(plan, prices, uses, first);
      const penetration = penetrationOf(options);
      return plan.step(prices, first, (out) => {
        const candle = new CandleShapes(prices, sums);
        const kernels = rare && plan.kernels(candles - 1);
        if (kernels) {
          const [open, high, low, close] = prices;
          const [one, other] = rare.search === "jumps" ? [high, low] : [open, close];
          const search = kernels[rare.search];
          const candidates = candidatesOf(plan, search, one, other, rare.later);
          return (from, to, seen) => {
            const start = from + Math.max(0, first - seen);
            if (start >= to) return;
            out.fill(0, start, to);
            for (const row of candidates(start, to)) {
              candle.at = row;
              out[row] = rare.score(candle);
            }
          };
        }
        return (from, to, seen) => {
          find(candle, out, from + Math.max(0, first - seen), to, penetration);
        };
      });
    },
  });
}

/** Makes a pattern without options. */
export const pattern = (definition: PatternDefinition): Pattern =>
  define<NoOptions>(definition, undefined, () => 0);

/** Makes a pattern with a depth. */
export const penetrating = (fallback: number, definition: PatternDefinition): PenetratingPattern =>
  define<PenetrationOption>(
    definition,
    { penetration: real(fallback, 0) },
    ({ penetration }) => penetration,
  );

/** 100 times the sign, 1 or -1, of a pattern that is there, else 0. */
export const score = (isThere: boolean, sign: number): number => (isThere ? 100 * sign : 0);
