/** The check of what a stream is asked to follow. */

import { checkCanonicalInterval } from "@bourse/backtest-engine/data";
import { anySignal, checkArguments, exactObject, wholeNumber, anyText } from "@bourse/kernel";

import { checkSymbol } from "../market-data/range.ts";
import { wrongArgument } from "../wrong-argument.ts";
import type { StreamedSeries } from "./port.ts";

const RULES = {
  series: exactObject({
    symbol: anyText,
    interval: anyText,
    after: wholeNumber({ min: -8.64e15, max: 8.64e15 }),
  }),
  signal: anySignal,
};

/** Checks the arguments of `follow`. @throws EngineError OPTIONS_INVALID, SYMBOL_UNKNOWN, INTERVAL_INVALID */
export function checkSeries(owner: string, series: StreamedSeries, signal: AbortSignal): void {
  checkArguments(`${owner}.follow`, RULES, [series, signal], wrongArgument);
  checkSymbol(series.symbol);
  checkCanonicalInterval(series.interval);
}
