export * from "./hikkake.ts";
export * from "./more-candles.ts";
export * from "./one-candle.ts";
export type { OhlcColumns, Pattern, PenetratingPattern, PenetrationOption } from "./pattern.ts";
export * from "./three-candles.ts";
export * from "./three-candles-further.ts";
export * from "./two-candles.ts";
export * from "./two-candles-further.ts";
