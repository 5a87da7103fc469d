/** Indicators that do not reach a claim, each with the bound that it is held to. */

/** Reasons that a claim is not reached, in words: what profiles and V8's machine code show. */
export const REASONS = {
  light:
    "A row costs C an instruction or two; V8 checks each read and write against the length of its own array, and does not compute several rows at once as C does",
  extremes:
    "V8 on x86 has no instruction for the greater of two numbers, as C has: a jump that is guessed wrong takes several times as long as the look-up that is here in its place, and the look-up waits for the one before it; where rows of extremes are kept, by TA-Lib's rule for equal ones, jumps remain",
  windows:
    "Windows are summed afresh by blocks, so that nothing drifts, where TA-Lib runs one sum on and on: each row is read twice, and a sum written and read between",
  chains:
    "Each row waits for the one before: for V8's arc tangent and two divisions, or for three operations where C fuses a multiplication and an addition, which JavaScript must not; steps read and write whole lines, where C keeps numbers in registers",
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
  choppiness: { c: 2.9, because: "extremes" },
  donchian: { c: 9, because: "extremes" },
  heikinAshi: { c: 2.8, because: "chains" },
  ichimoku: { c: 6.5, because: "extremes" },
  vwap: { c: 2.4, because: "chains" },
  zigzag: { c: 2.4, because: "chains" },
  htDcPeriod: { wasm: 0.75, because: "chains" },
  htPhasor: { wasm: 0.75, because: "chains" },
  apo: { c: 2.8, wasm: 0.4, because: "windows" },
  aroon: { c: 2.7, wasm: 0.6, because: "extremes" },
  aroonOsc: { c: 2.7, wasm: 0.6, because: "extremes" },
  bop: { c: 2.7, wasm: 0.75, because: "light" },
  cmo: { wasm: 0.85, because: "chains" },
  macdExt: { wasm: 0.65, because: "windows" },
  mfi: { wasm: 0.75, because: "windows" },
  mom: { c: 3.3, wasm: 0.85, because: "light" },
  ppo: { c: 2.9, wasm: 0.45, because: "windows" },
  rsi: { wasm: 0.85, because: "chains" },
  ultOsc: { c: 2.8, wasm: 0.9, because: "windows" },
  stochRsi: { wasm: 0.85, because: "chains" },
  willR: { wasm: 0.85, because: "extremes" },
  maxIndex: { c: 3.7, wasm: 0.5, because: "extremes" },
  minIndex: { c: 3.7, wasm: 0.5, because: "extremes" },
  minMaxIndex: { c: 3.3, wasm: 0.5, because: "extremes" },
  add: { c: 2.5, because: "light" },
  sub: { c: 2.9, because: "light" },
  sum: { c: 2.6, wasm: 0.55, because: "windows" },
  accBands: { wasm: 0.6, because: "windows" },
  bbands: { wasm: 0.8, because: "windows" },
  htTrendline: { wasm: 0.6, because: "chains" },
  kama: { c: 2.5, wasm: 0.55, because: "windows" },
  ma: { c: 3, wasm: 0.45, because: "windows" },
  mama: { wasm: 0.75, because: "chains" },
  midPrice: { c: 2.4, because: "extremes" },
  sar: { wasm: 0.75, because: "chains" },
  sarExt: { c: 2.2, wasm: 0.75, because: "chains" },
  sma: { c: 3, wasm: 0.45, because: "windows" },
  t3: { wasm: 0.7, because: "chains" },
  trima: { c: 2.9, wasm: 0.4, because: "windows" },
  wma: { wasm: 0.6, because: "windows" },
  doji: { c: 2.5, because: "patterns" },
  gapSideSideWhite: { c: 3.2, because: "patterns" },
  tasukiGap: { c: 4.5, because: "patterns" },
  threeLineStrike: { c: 3.2, because: "patterns" },
  identicalThreeCrows: { c: 2.3, because: "patterns" },
  concealingBabySwallow: { c: 2.4, because: "patterns" },
  hikkake: { c: 3, because: "patterns" },
  modifiedHikkake: { c: 2.4, because: "patterns" },
  rickshawMan: { c: 3, because: "patterns" },
  riseFallThreeMethods: { c: 2.3, because: "patterns" },
  triStar: { c: 2.6, because: "patterns" },
  avgPrice: { c: 3, wasm: 0.8, because: "light" },
  typPrice: { c: 2.1, wasm: 0.9, because: "light" },
  medPrice: { c: 2.8, wasm: 0.9, because: "light" },
  wclPrice: { c: 2.5, wasm: 0.9, because: "light" },
  beta: { wasm: 0.8, because: "windows" },
  correl: { c: 3.1, wasm: 0.4, because: "windows" },
  variance: { wasm: 0.8, because: "windows" },
  asin: { wasm: 0.8, because: "libm" },
  ceil: { c: 2.4, because: "light" },
  cos: { wasm: 0.75, because: "libm" },
  floor: { c: 2.5, because: "light" },
  ln: { c: 2.8, because: "libm" },
  log10: { c: 2.4, wasm: 0.7, because: "libm" },
  sin: { wasm: 0.75, because: "libm" },
  sinh: { c: 2.7, because: "libm" },
  tanh: { wasm: 0.55, because: "libm" },
  tRange: { c: 2.9, because: "light" },
  adOsc: { c: 2.6, because: "light" },
  ad: { c: 2.8, wasm: 0.85, because: "light" },
};
