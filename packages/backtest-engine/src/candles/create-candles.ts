import { booleanOption, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { Candles } from "./candles.ts";

/**
 * Allocates `length` candles, all zeros, to be filled by the caller. `turnover`: adds that column, default false.
 *
 * @throws EngineError OPTIONS_INVALID when `length` is not a whole number from 0 to 100,000,000, and for an unknown
 * option or one of a wrong shape
 */
export function createCandles(
  length: number,
  options: { readonly turnover?: boolean } = {},
): Candles {
  if (!Number.isInteger(length) || length < 0 || length > MAXIMUM_LENGTH) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `Expected a number of candles from 0 to ${MAXIMUM_LENGTH}, found ${typeof length === "number" ? length : `a ${typeof length}`}.`,
    );
  }
  const { turnover } = resolveEngineOptions("createCandles", options, RULES);
  const column = (): Float64Array => new Float64Array(length);
  return {
    length,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    ...(turnover ? { turnover: column() } : {}),
  };
}

const MAXIMUM_LENGTH = 100_000_000;

interface Rules {
  readonly turnover: boolean;
}

const RULES: OptionRules<Rules> = { turnover: booleanOption({ default: false }) };
