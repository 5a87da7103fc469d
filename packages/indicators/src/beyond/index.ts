export {
  donchian,
  keltner,
  supertrend,
  type KeltnerOptions,
  type SupertrendOptions,
} from "./channels.ts";
export { choppiness } from "./choppiness.ts";
export { heikinAshi } from "./heikin-ashi.ts";
export { hma } from "./hull.ts";
export { ichimoku, type IchimokuLines, type IchimokuOptions } from "./ichimoku.ts";
export { renko, type RenkoOptions } from "./renko.ts";
export { anchoredVwap, vwap, type AnchoredVwapOptions, type VwapOptions } from "./vwap.ts";
export { zigzag, type ZigzagLines, type ZigzagOptions } from "./zigzag.ts";
