/** The options of a run that are plain data, so that they can be stored, sent and typed on a command line. */

import type { SimulationOptions } from "../simulation/options.ts";
import type { BacktestOptions } from "./backtest-options.ts";

/** A type without its functions, as type aliases throughout, so that a store accepts it as JSON. */
export type Plain<T> = T extends (...parameters: never[]) => unknown
  ? never
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** Options of a run that are plain data. */
export type DataOptions = Plain<
  Omit<SimulationOptions, "feeModel" | "funding" | "detail"> &
    Pick<BacktestOptions, "trainSplit" | "daysPerYear" | "barsPerYear" | "timeZone">
>;

const NAMES: Readonly<Record<keyof DataOptions, true>> = {
  initialCapital: true,
  fee: true,
  makerFee: true,
  fixedFee: true,
  feeTiers: true,
  slippage: true,
  exitSlippage: true,
  fill: true,
  direction: true,
  positionSize: true,
  pyramiding: true,
  lotSize: true,
  tickSize: true,
  minimumNotional: true,
  leverage: true,
  borrowRate: true,
  dividends: true,
  splits: true,
  contract: true,
  rolls: true,
  maintenanceMargin: true,
  takeProfit: true,
  stopLoss: true,
  trailingStop: true,
  calendar: true,
  flatByClose: true,
  allowNegativePrices: true,
  compatibility: true,
  trainSplit: true,
  daysPerYear: true,
  barsPerYear: true,
  timeZone: true,
};

/** Names of the options that are plain data. */
export const dataOptions: readonly (keyof DataOptions)[] = Object.freeze(
  Object.keys(NAMES) as (keyof DataOptions)[],
);
