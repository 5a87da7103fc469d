/** Indicators that do not reach a claim, each with the bound that it is held to. */

/** Reasons that a claim is not reached, in words. */
export const REASONS = {
  light:
    "A row costs C an instruction or two; JavaScript engines check each read and write against the length of the array",
  extremes:
    "C takes the greater of two numbers with one instruction; V8 compiles the choice to a jump, which the processor often guesses wrong",
  windows:
    "Windows are summed afresh by blocks, so that nothing drifts, where TA-Lib runs one sum on and on",
  chains:
    "Lines are handed from step to step, and choices between rows are jumps, where C has one loop with conditional moves",
  patterns:
    "Sums over the candles before are lines of their own here, and registers of one loop in C",
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
  anchoredVwap: { c: 4.5, because: "chains" },
  choppiness: { c: 4.5, because: "extremes" },
  donchian: { c: 14, because: "extremes" },
  heikinAshi: { c: 5.5, because: "chains" },
  hma: { c: 4.5, because: "windows" },
  ichimoku: { c: 11.5, because: "extremes" },
  keltner: { c: 3, because: "chains" },
  vwap: { c: 5.5, because: "chains" },
  zigzag: { c: 5.5, because: "chains" },
  htDcPeriod: { wasm: 0.6, because: "chains" },
  htPhasor: { wasm: 0.6, because: "chains" },
  adx: { c: 3.5, wasm: 0.4, because: "chains" },
  adxr: { c: 3.5, wasm: 0.3, because: "chains" },
  apo: { wasm: 0.4, because: "windows" },
  aroon: { c: 3.5, wasm: 0.3, because: "extremes" },
  aroonOsc: { c: 3.5, wasm: 0.3, because: "extremes" },
  bop: { c: 3.5, wasm: 0.5, because: "light" },
  cci: { wasm: 0.7, because: "chains" },
  cmo: { wasm: 0.4, because: "chains" },
  dx: { c: 3.5, wasm: 0.4, because: "chains" },
  macdExt: { wasm: 0.6, because: "windows" },
  mfi: { wasm: 0.5, because: "windows" },
  minusDi: { c: 3.5, wasm: 0.4, because: "chains" },
  minusDm: { wasm: 0.4, because: "chains" },
  mom: { c: 3, wasm: 0.5, because: "light" },
  plusDi: { c: 3.5, wasm: 0.5, because: "chains" },
  plusDm: { wasm: 0.4, because: "chains" },
  ppo: { c: 3.5, wasm: 0.3, because: "windows" },
  roc: { wasm: 0.5, because: "light" },
  rocr: { wasm: 0.5, because: "light" },
  rocr100: { wasm: 0.5, because: "light" },
  rsi: { wasm: 0.4, because: "chains" },
  stoch: { c: 3.5, wasm: 0.4, because: "extremes" },
  stochF: { c: 4, wasm: 0.4, because: "extremes" },
  stochRsi: { wasm: 0.4, because: "extremes" },
  trix: { wasm: 0.6, because: "chains" },
  ultOsc: { c: 5.5, wasm: 0.4, because: "windows" },
  willR: { c: 3.5, wasm: 0.4, because: "extremes" },
  add: { c: 3.5, wasm: 0.7, because: "light" },
  max: { wasm: 0.4, because: "extremes" },
  maxIndex: { c: 4, wasm: 0.3, because: "extremes" },
  min: { c: 2.5, wasm: 0.4, because: "extremes" },
  minIndex: { c: 4, wasm: 0.3, because: "extremes" },
  minMax: { c: 3.5, wasm: 0.5, because: "extremes" },
  minMaxIndex: { c: 5.5, wasm: 0.3, because: "extremes" },
  mult: { c: 3, wasm: 0.7, because: "light" },
  sub: { c: 3, wasm: 0.7, because: "light" },
  sum: { wasm: 0.5, because: "windows" },
  accBands: { wasm: 0.5, because: "windows" },
  bbands: { wasm: 0.6, because: "windows" },
  dema: { wasm: 0.5, because: "chains" },
  htTrendline: { c: 3, wasm: 0.4, because: "chains" },
  kama: { c: 6.5, wasm: 0.1, because: "windows" },
  ma: { wasm: 0.5, because: "windows" },
  mama: { wasm: 0.6, because: "chains" },
  midPrice: { c: 4, because: "extremes" },
  sar: { c: 4, wasm: 0.3, because: "chains" },
  sarExt: { c: 3, wasm: 0.4, because: "chains" },
  sma: { wasm: 0.5, because: "windows" },
  t3: { wasm: 0.6, because: "chains" },
  tema: { wasm: 0.5, because: "chains" },
  trima: { c: 3, wasm: 0.3, because: "windows" },
  wma: { wasm: 0.5, because: "windows" },
  beltHold: { c: 3, because: "patterns" },
  breakaway: { c: 3, because: "patterns" },
  concealingBabySwallow: { c: 3, because: "patterns" },
  doji: { c: 5.5, because: "patterns" },
  gapSideSideWhite: { c: 4, because: "patterns" },
  gapThreeMethods: { c: 3, because: "patterns" },
  hikkake: { c: 4, because: "patterns" },
  matHold: { c: 3.5, because: "patterns" },
  modifiedHikkake: { c: 4, because: "patterns" },
  rickshawMan: { c: 3, because: "patterns" },
  riseFallThreeMethods: { c: 3.5, because: "patterns" },
  tasukiGap: { c: 6.5, because: "patterns" },
  threeBlackCrows: { c: 3, because: "patterns" },
  threeLineStrike: { c: 4, because: "patterns" },
  threeStarsInSouth: { c: 3, because: "patterns" },
  triStar: { c: 3.5, because: "patterns" },
  avgPrice: { c: 3.5, wasm: 0.6, because: "light" },
  medPrice: { c: 3.5, because: "light" },
  wclPrice: { c: 3.5, wasm: 0.7, because: "light" },
  beta: { c: 6, wasm: 0.1, because: "windows" },
  correl: { wasm: 0.4, because: "windows" },
  stdDev: { wasm: 0.5, because: "windows" },
  variance: { c: 3, wasm: 0.3, because: "windows" },
  acos: { wasm: 0.7, because: "libm" },
  asin: { wasm: 0.7, because: "libm" },
  ceil: { c: 4, wasm: 0.6, because: "light" },
  cos: { wasm: 0.5, because: "libm" },
  floor: { wasm: 0.6, because: "light" },
  ln: { wasm: 0.7, because: "libm" },
  log10: { c: 3, wasm: 0.6, because: "libm" },
  sin: { wasm: 0.6, because: "libm" },
  sqrt: { wasm: 0.7, because: "light" },
  tanh: { wasm: 0.4, because: "libm" },
  natr: { wasm: 0.6, because: "chains" },
  tRange: { c: 3.5, wasm: 0.7, because: "light" },
  ad: { c: 3, wasm: 0.4, because: "light" },
  adOsc: { c: 4.5, wasm: 0.3, because: "chains" },
  obv: { wasm: 0.5, because: "light" },
};
