/** The flags of `bourse backtest trade start`, and the request that they make. */

import { SessionRequest, type SessionRequestInput } from "@bourse/contract/backtest";
import { wireEngineOptions } from "@bourse/handlers/backtest";

import { type Flags, type FlagTable, textFlag, UsageError } from "../command/command.ts";
import { ruleTable } from "./flag-tables.ts";
import { parameters, timeFlag, wholeFlag } from "./flag-values.ts";
import { isoTime } from "./iso-time.ts";
import { OPTION_FLAGS, optionFlags } from "./option-flags.ts";

/** Options of the engine that a session has, by their flags. */
const SESSION_OPTIONS = OPTION_FLAGS.filter(({ field }) => field in SessionRequest.shape);

/** Flags of a new session. */
export const SESSION_FLAGS: FlagTable = {
  strategy: {
    value: "NAME",
    heading: "Session",
    description: "name of a strategy of the server; needed",
  },
  set: {
    value: "NAME=VALUE",
    isMany: true,
    heading: "Session",
    description: "parameter of the strategy",
  },
  symbol: { value: "SYMBOL", heading: "Session", description: "symbol to trade; needed" },
  interval: {
    value: "INTERVAL",
    heading: "Session",
    description: "length of a candle, such as 1m or 4h; needed",
  },
  exchange: {
    value: "NAME",
    heading: "Session",
    description: "exchange of the candles; the server's own without it",
  },
  "warm-up": {
    value: "COUNT",
    heading: "Session",
    description: "candles from before the start that the strategy is told, 0 to 100000",
  },
  from: {
    value: "TIME",
    heading: "Session",
    description: "open of the first candle that is traded on; the next one without it",
  },
  ...ruleTable(SESSION_OPTIONS),
};

/** The request of the flags. @throws UsageError for one that is missing, or has no such value */
export function sessionRequest(flags: Flags): SessionRequestInput {
  const start = timeFlag(flags, "from");
  const warmUp = wholeFlag(flags, "warm-up", [0, 100_000]);
  const exchange = textFlag(flags, "exchange");
  const given = parameters(flags);
  return {
    strategy: needed(flags, "strategy", "ma_crossover"),
    symbol: needed(flags, "symbol", "BTCUSDT"),
    interval: needed(flags, "interval", "1m"),
    ...(exchange !== undefined && { exchange }),
    ...(Object.keys(given).length > 0 && { parameters: given }),
    ...(warmUp !== undefined && { warm_up_candles: warmUp }),
    ...(start !== undefined && { start_time: isoTime(start) }),
    // The server checks the values by its contract.
    ...(wireEngineOptions(optionFlags(flags) as never) as Partial<SessionRequestInput>),
  };
}

function needed(flags: Flags, name: string, example: string): string {
  const text = textFlag(flags, name);
  if (text !== undefined) return text;
  throw new UsageError(`trade start needs --${name}, such as --${name} ${example}.`);
}

/** Name of the flag that sets a field of the request. */
export function flagOfField(field: string): string {
  if (field.startsWith("parameters.")) return `--set ${field.slice("parameters.".length)}`;
  const own: Readonly<Record<string, string>> = {
    warm_up_candles: "warm-up",
    start_time: "from",
  };
  const [first = "", ...members] = field.split(".");
  const option = OPTION_FLAGS.find((one) => one.field === first);
  const flag = own[first] ?? option?.flag ?? first.replaceAll("_", "-");
  return [`--${flag}`, ...members].join(" ");
}
