// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { real, whole } from "../flow/parameters.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { typicalPrice } from "../steps/ranges.ts";

const MINUTE = 60_000;

/** Sessions of a volume-weighted average price. */
export interface VwapOptions {
  /** Length of a session in minutes, 1–10,080, default 1440: a day. */
  readonly sessionMinutes: number;
  /** Start of the sessions in minutes after midnight UTC, -1440–1440, default 0. */
  readonly offsetMinutes: number;
}

/** Start of an anchored volume-weighted average price. */
export interface AnchoredVwapOptions {
  /** Open time of the first candle that counts, in milliseconds since 1970 UTC, from 0 on, default 0: all count. */
  readonly anchorTime: number;
}

type Columns = "time" | "high" | "low" | "close" | "volume";

const INPUTS = ["time", "high", "low", "close", "volume"] as const;

/**
 * Typical price weighed by volume since the start of a stretch; `stretchOf` numbers the stretch of a time, NaN for
 * none. The typical price itself until something is traded.
 */
function weighed(plan: Plan, lines: readonly Line[], stretchOf: (time: number) => number): Line {
  const [time, high, low, close, volume] = lines as [Line, Line, Line, Line, Line];
  const price = typicalPrice(plan, { high, low, close });
  return plan.step([time, price, volume], 0, (out) => {
    const [t, p, v] = [time.values, price.values, volume.values];
    const state = { stretch: NaN, traded: 0, paid: 0 };
    return (from, to) => {
      let { stretch, traded, paid } = state;
      for (let i = from; i < to; i++) {
        const now = stretchOf(t[i]!);
        if (now !== stretch) {
          stretch = now;
          traded = 0;
          paid = 0;
        }
        traded += v[i]!;
        paid += p[i]! * v[i]!;
        const mean = traded > 0 ? paid / traded : p[i]!;
        out[i] = Number.isNaN(stretch) ? NaN : mean;
      }
      state.stretch = stretch;
      state.traded = traded;
      state.paid = paid;
    };
  });
}

/**
 * Volume-weighted average price of each session (VWAP; Berkowitz, Logue and Noser, 1988): it starts anew with the first
 * candle of a session. `sessionMinutes` 1–10,080, default 1440; `offsetMinutes` -1440–1440, default 0; no warm-up. The
 * typical price itself until something is traded in the session.
 */
export const vwap: Indicator<Columns, VwapOptions> = defineIndicator({
  name: "vwap",
  family: "beyond",
  title: "Volume-weighted average price",
  source: "Berkowitz, Logue and Noser, 1988",
  inputs: INPUTS,
  parameters: { sessionMinutes: whole(1440, 1, 10_080), offsetMinutes: whole(0, -1440, 1440) },
  formula:
    "Σ (high + low + close) / 3 × volume by Σ volume, over the candles of the session so far",
  build: (plan, lines, { sessionMinutes, offsetMinutes }) => {
    const [length, offset] = [sessionMinutes * MINUTE, offsetMinutes * MINUTE];
    return weighed(plan, lines, (time) => Math.floor((time - offset) / length));
  },
});

/**
 * Volume-weighted average price since an anchor (Shannon, 2010s). `anchorTime` in milliseconds since 1970 UTC, from 0
 * on, default 0; NaN for the candles before it. No warm-up beside that.
 */
export const anchoredVwap: Indicator<Columns, AnchoredVwapOptions> = defineIndicator({
  name: "anchoredVwap",
  family: "beyond",
  title: "Anchored volume-weighted average price",
  source: "Shannon, 2010s",
  inputs: INPUTS,
  parameters: { anchorTime: real(0, 0) },
  formula: "Σ (high + low + close) / 3 × volume by Σ volume, over the candles since the anchor",
  build: (plan, lines, { anchorTime }) =>
    weighed(plan, lines, (time) => (time >= anchorTime ? 0 : NaN)),
});
