/** Sentences of the engine in the words of the wire. */

import { ENGINE_OPTIONS, type EngineOptionNames } from "@bourse/contract/backtest";

/** Fields of a body by the engine's names of options. */
const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENGINE_OPTIONS).map(([name, { field }]) => [name, field])),
  symbols: "symbols",
  weights: "weights",
  rebalanceEvery: "rebalance_every",
  rebalance: "rebalance",
  tearSheet: "tear_sheet",
  benchmark: "benchmark",
  funding: "funding",
  detailInterval: "detail_interval",
  strategy: "strategy",
  startTime: "start_time",
  warmUpCandles: "warm_up_candles",
  exchange: "exchange",
  risk: "risk",
  confirmAccount: "confirm_account",
  endTime: "end_time",
  limit: "limit",
  gaps: "gaps",
  maxCombinations: "parameters",
  monteCarlo: "monte_carlo",
  lookAhead: "look_ahead",
  optionRanges: "option_ranges",
  constraints: "constraints",
  earlyStopping: "early_stopping",
  overfitting: "overfitting",
  blocks: "overfitting",
  groups: "cross_validation",
  testGroups: "cross_validation",
  trainCandles: "train_candles",
  testCandles: "test_candles",
  stepCandles: "step_candles",
  purgeCandles: "purge_candles",
  embargoCandles: "embargo_candles",
  dateOrder: "date_order",
  timestampUnit: "timestamp_unit",
  badRows: "bad_rows",
  duplicates: "duplicates",
  skipRows: "skip_rows",
  decimal: "decimal",
  utcOffsetMinutes: "utc_offset_minutes",
};

/** The fields of a request, of which some options have two names. */
export type SentFields = object;

const NOTHING: SentFields = {};

/**
 * The field of a body that sets an option of the engine; undefined where there is none. Of two names it is the one that
 * `sent` has.
 */
export function fieldOf(option: unknown, sent: SentFields = NOTHING): string | undefined {
  if (typeof option !== "string" || !Object.hasOwn(FIELDS, option)) return undefined;
  const names: Partial<Readonly<Record<string, EngineOptionNames>>> = ENGINE_OPTIONS;
  const alias = names[option]?.alias;
  return alias !== undefined && (sent as Record<string, unknown>)[alias] !== undefined
    ? alias
    : FIELDS[option];
}

/**
 * The engine's sentence with the names that a body has, and without the functions and options that it lacks. `at`: the
 * field that the sentence stands beside, which it need not name. `sent`: the body.
 */
export function wireWords(message: string, at?: string, sent: SentFields = NOTHING): string {
  const spelled = message
    .replace(
      /^(?:walkForward|sweep|simulate|backtest|backtestPortfolio|session|tradingYear): /u,
      "",
    )
    .replace(", raise maxCombinations", "")
    .replaceAll(
      /\boption "([A-Za-z]+)"/gu,
      (_, name: string) => `option "${fieldOf(name, sent) ?? name}"`,
    )
    .replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/gu, (name) => fieldOf(name, sent) ?? snakeCase(name));
  const said = spelled.replace(/^option "([a-z_]+)" /u, (_, name: string) =>
    name === at ? "" : `${name} `,
  );
  return capitalised(said.replaceAll(/\boption "([a-z_]+)"/gu, "$1"));
}

function capitalised(said: string): string {
  return /^(?:one|the) /u.test(said) ? `${said[0]!.toUpperCase()}${said.slice(1)}` : said;
}

/** `repeatedEntry` as `repeated_entry`: members of options have no table of their own. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
