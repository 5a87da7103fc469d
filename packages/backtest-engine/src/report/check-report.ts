/** Shapes of a report's run and options. */

import {
  absentOr,
  allOf,
  anyNumber,
  anyText,
  listOf,
  objectOf,
  optional,
  readable,
  textOption,
  type OptionRules,
} from "@bourse/kernel";

import { candlesWith } from "../candles/require-candles.ts";
import { METRIC_RULES } from "../metrics/metric-rules.ts";
import { anyColumn, requireArguments, shaped } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { anyTrades } from "../simulation/trades.ts";
import type { ReportedRun, ReportOptions } from "./reported-run.ts";

const RUN = {
  run: objectOf({
    ...Object.fromEntries(METRIC_RULES.map(([name, rule]) => [name, absentOr(rule)])),
    strategy: anyText,
    parameters: absentOr(objectOf({})),
    configuration: absentOr(allOf(objectOf({}), readable)),
    symbol: absentOr(anyText),
    interval: absentOr(anyText),
    timeZone: absentOr(anyText),
    detail: absentOr(objectOf({ candles: anyNumber, missing: anyNumber })),
    time: anyColumn,
    equity: anyColumn,
    trades: anyTrades,
  }),
};

const RULES: OptionRules<{ readonly [Key in keyof Required<ReportOptions>]: ReportOptions[Key] }> =
  {
    title: optional(textOption()),
    candles: shaped("candles", candlesWith("time", "open", "high", "low", "close")),
    benchmark: shaped(
      "an object of name and candles",
      objectOf({ name: anyText, candles: candlesWith("time", "open", "close") }),
    ),
    indicators: shaped(
      "a list of indicators, each with name and values",
      listOf(objectOf({ name: anyText, values: anyColumn })),
    ),
    source: optional(textOption()),
    warnings: shaped("a list of sentences", listOf(anyText)),
    sweep: shaped(
      "a grid of metric and points",
      objectOf({ metric: anyText, points: listOf(objectOf({ parameters: objectOf({}) })) }),
    ),
    robustness: shaped("an object of findings", objectOf({})),
  };

/** Checks what a report is made of. @throws EngineError OPTIONS_INVALID */
export function checkReport(run: ReportedRun, options: ReportOptions): void {
  requireArguments("report", { run }, RUN);
  resolveEngineOptions("report", options, RULES);
}
