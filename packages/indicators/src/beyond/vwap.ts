// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { real, whole } from "../parameters.ts";

const MINUTE = 60_000;

/** All times from 1970 on in one session. */
const ONE_SESSION = { length: Number.MAX_SAFE_INTEGER, offset: 0 } as const;

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
 * Typical price weighed by volume since the start of a session, the typical price itself until something is traded. NaN
 * before the time `anchor`.
 */
function weighed(
  plan: Plan,
  lines: readonly Line[],
  anchor: number,
  sessions: { readonly length: number; readonly offset: number },
): Line {
  const [time, high, low, close, volume] = lines as [Line, Line, Line, Line, Line];
  return plan.step(lines, 0, (out) => {
    const [t, v] = [time.values, volume.values];
    const [h, l, c] = [high.values, low.values, close.values];
    const { length, offset } = sessions;
    const state = { start: Infinity, stop: -Infinity, traded: 0, paid: 0 };
    return (from, to) => {
      let { start, stop, traded, paid } = state;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        // A loop of its own for the rows that count: with the others among them each row takes twice as long.
        for (; i < end && t[i]! >= anchor; i++) {
          const now = t[i]!;
          if (now < start || now >= stop) {
            start = Math.floor((now - offset) / length) * length + offset;
            stop = start + length;
            traded = 0;
            paid = 0;
          }
          const price = (h[i]! + l[i]! + c[i]!) / 3;
          traded += v[i]!;
          paid += price * v[i]!;
          out[i] = traded > 0 ? paid / traded : price;
        }
        if (i < end) out[i] = NaN;
      }
      state.start = start;
      state.stop = stop;
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
    return weighed(plan, lines, -Infinity, { length, offset });
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
  build: (plan, lines, { anchorTime }) => weighed(plan, lines, anchorTime, ONE_SESSION),
});
