export type {
  Indicator,
  IndicatorAbout,
  IndicatorFamily,
  IndicatorInput,
  IndicatorLines,
  IndicatorRow,
  IndicatorStream,
  IndicatorValue,
  UnstablePeriod,
} from "../flow/indicator.ts";
export type { IndicatorParameter } from "../parameters.ts";
export * from "./averages.ts";
export * from "./cycles.ts";
export * from "./directional.ts";
export * from "./momentum.ts";
export * from "./operators.ts";
export * from "./oscillators.ts";
export * from "./overlap.ts";
export * from "./prices.ts";
export * from "./statistics.ts";
export * from "./transforms.ts";
export * from "./volatility.ts";
export * from "./volume.ts";
export type {
  AverageOption,
  FastSlowOptions,
  NoOptions,
  PeriodOption,
  UnstablePeriodOptions,
} from "./options.ts";
