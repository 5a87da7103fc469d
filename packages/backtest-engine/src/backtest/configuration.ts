/** The configuration that a result was computed under. */

import type { StrategyDescription } from "../strategy/strategy.ts";
import { engineVersion } from "../version.ts";

/** The configuration of a result: every option with the value that was in force, and what computed it. */
export interface Configuration<Options> {
  /** Version of the engine that computed the result. */
  readonly engineVersion: string;
  /** Version of the strategy. */
  readonly strategyVersion: string;
  /**
   * SHA-256 in hexadecimal of each file of a strategy that was loaded from files, by the file's name; absent for one
   * that is part of the program.
   */
  readonly strategyFiles?: Readonly<Record<string, string>>;
  /** Origin of `daysPerYear`: `given` in the options, or counted from the candles (`calendar`). */
  readonly daysPerYearFrom: "given" | "calendar";
  /**
   * Options in force, defaults included. Given again with the same candles and `detail` (and the registry of a strategy
   * of your own) they give the same result, bit for bit. Plain data, except for a `feeModel`.
   */
  readonly options: Options;
}

/** Creates a configuration; options that are undefined are left out, and so are the candles of `detail`. */
export function configurationOf<Options extends object>(
  strategy: Pick<StrategyDescription, "version" | "files">,
  given: { readonly daysPerYear?: number | undefined },
  options: Options,
): Configuration<Options> {
  const set = Object.entries(options).filter(
    ([name, value]) => value !== undefined && name !== "detail",
  );
  return {
    engineVersion,
    strategyVersion: strategy.version,
    ...(strategy.files !== undefined && { strategyFiles: strategy.files }),
    daysPerYearFrom: given.daysPerYear === undefined ? "calendar" : "given",
    options: Object.fromEntries(set) as Options,
  };
}
