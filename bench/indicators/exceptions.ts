/** Indicators that do not reach a claim, each with the bound that it is held to. */

/** Reasons that a claim is not reached, in words: what profiles and V8's machine code show. */
export const REASONS = {
  light:
    "A row costs C an instruction or two; V8 checks each read and write against the length of its own array, and a kernel has to copy the columns",
  extremes:
    "Columns and lines are copied into the memory of the kernels and out of it, where C computes on them; where rows of extremes are kept, by TA-Lib's rule for equal ones, there are jumps that are guessed wrong",
  windows:
    "Windows are summed afresh by blocks, so that nothing drifts, where TA-Lib runs one sum on and on: each row is read twice, and a sum written and read between",
  chains:
    "Each row waits for the one before, for three operations where C fuses a multiplication and an addition, which neither JavaScript nor WebAssembly may; or the columns are copied into the memory of the kernels and out of it",
  patterns:
    "Sums over the candles before are lines of their own here, and registers of one loop in C; bodies of candles are compared without jumps, by several instructions where C has one for the greater of two numbers",
  libm: "The functions of V8's math library take longer than those that C was linked with",
} as const;

/** Name of a reason. */
export type Reason = keyof typeof REASONS;

/** Bound of an indicator that does not reach a claim. */
interface Exception {
  /** Most times of C, in place of 2. */
  readonly c?: number;
  /** Least part of the time of WebAssembly, in place of 1. */
  readonly wasm?: number;
  readonly because: Reason;
}

/** Bounds by the names of the indicators, with room for the noise of a shared machine. */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  donchian: { c: 2.8, because: "extremes" },
  heikinAshi: { c: 3.3, because: "chains" },
  ichimoku: { c: 2.3, because: "extremes" },
  vwap: { c: 2.4, because: "chains" },
  zigzag: { c: 2.4, because: "chains" },
  mom: { c: 2.7, wasm: 0.85, because: "light" },
  maxIndex: { wasm: 0.85, because: "extremes" },
  minIndex: { wasm: 0.85, because: "extremes" },
  minMaxIndex: { c: 2.2, wasm: 0.8, because: "extremes" },
  apo: { wasm: 0.85, because: "windows" },
  kama: { wasm: 0.85, because: "windows" },
  sar: { wasm: 0.85, because: "chains" },
  sarExt: { wasm: 0.85, because: "chains" },
  trima: { wasm: 0.85, because: "windows" },
  accBands: { wasm: 0.9, because: "windows" },
  doji: { c: 2.5, because: "patterns" },
  rickshawMan: { c: 3, because: "patterns" },
  riseFallThreeMethods: { c: 2.3, because: "patterns" },
  typPrice: { c: 2.1, wasm: 0.9, because: "light" },
  medPrice: { c: 2.8, wasm: 0.9, because: "light" },
  wclPrice: { c: 2.5, because: "light" },
  correl: { wasm: 0.85, because: "windows" },
  asin: { wasm: 0.8, because: "libm" },
  ceil: { c: 2.4, because: "light" },
  floor: { c: 2.5, because: "light" },
  sinh: { c: 2.7, because: "libm" },
  tRange: { c: 2.4, because: "light" },
  ad: { c: 2.6, wasm: 0.85, because: "light" },
};
