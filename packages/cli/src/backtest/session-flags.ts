/** The flags of `bourse backtest trade start`, and the request that they make. */

import {
  SessionBroker,
  SessionRequest,
  type SessionRequestInput,
  type SessionRisk,
} from "@bourse/contract/backtest";
import { wireEngineOptions } from "@bourse/handlers/backtest";
import { didYouMean } from "@bourse/kernel";

import { type Flags, type FlagTable, textFlag, UsageError } from "../command/command.ts";
import { ruleTable } from "./flag-tables.ts";
import { parameters, timeFlag, wholeFlag } from "./flag-values.ts";
import { isoTime } from "./iso-time.ts";
import { OPTION_FLAGS, optionFlags } from "./option-flags.ts";

/** Options of the engine that a session has, by their flags. */
const SESSION_OPTIONS = OPTION_FLAGS.filter(({ field }) => field in SessionRequest.shape);

/** Limits of a live session, with the reading of their values: decimals stay text, so that no digit is lost. */
const LIMITS: Readonly<Record<keyof SessionRisk, (text: string) => unknown>> = {
  max_order_value: String,
  max_position_value: String,
  max_leverage: String,
  max_daily_loss: String,
  max_drawdown: String,
  max_orders_per_minute: numberIn,
  price_collar: String,
  symbols: (text) => text.split(","),
  max_data_age_seconds: numberIn,
};

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
  broker: {
    value: "paper|live",
    heading: "Session",
    description: "paper, or the server's account at its exchange",
    default: "paper",
  },
  account: {
    value: "NAME",
    heading: "Session",
    description: "name of that account, written out; needed for --broker live",
  },
  risk: {
    value: "LIMIT=VALUE",
    isMany: true,
    heading: "Session",
    description: `limit of a live session's orders; max_order_value is needed: ${Object.keys(LIMITS).join(", ")}`,
  },
  ...ruleTable(SESSION_OPTIONS),
};

/** The request of the flags. @throws UsageError for one that is missing, or has no such value */
export function sessionRequest(flags: Flags): SessionRequestInput {
  const start = timeFlag(flags, "from");
  const warmUp = wholeFlag(flags, "warm-up", [0, 100_000]);
  const exchange = textFlag(flags, "exchange");
  const given = parameters(flags);
  const account = textFlag(flags, "account");
  const risk = limits(flags);
  return {
    strategy: needed(flags, "strategy", "ma_crossover"),
    symbol: needed(flags, "symbol", "BTCUSDT"),
    interval: needed(flags, "interval", "1m"),
    ...(exchange !== undefined && { exchange }),
    ...(Object.keys(given).length > 0 && { parameters: given }),
    ...(warmUp !== undefined && { warm_up_candles: warmUp }),
    ...(start !== undefined && { start_time: isoTime(start) }),
    ...brokerOf(flags),
    ...(account !== undefined && { confirm_account: account }),
    ...(risk !== undefined && { risk }),
    // The server checks the values by its contract.
    ...(wireEngineOptions(optionFlags(flags) as never) as Partial<SessionRequestInput>),
  };
}

function needed(flags: Flags, name: string, example: string): string {
  const text = textFlag(flags, name);
  if (text !== undefined) return text;
  throw new UsageError(`trade start needs --${name}, such as --${name} ${example}.`);
}

function brokerOf(flags: Flags): Pick<SessionRequestInput, "broker"> {
  const name = textFlag(flags, "broker");
  if (name === undefined) return {};
  const broker = SessionBroker.options.find((each) => each === name);
  if (broker !== undefined) return { broker };
  throw new UsageError(`--broker must be paper or live, found ${JSON.stringify(name)}.`);
}

/** A number, or the text as it is, which the server refuses by the name of the limit. */
function numberIn(text: string): unknown {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

function limits(flags: Flags): SessionRisk | undefined {
  const given = (flags["risk"] as readonly string[] | undefined) ?? [];
  if (given.length === 0) return undefined;
  const known = Object.keys(LIMITS);
  const named = given.map((text) => {
    const [name = "", value] = text.split(/=(.*)/su);
    if (value === undefined || value === "" || !Object.hasOwn(LIMITS, name)) {
      throw new UsageError(
        `--risk must be LIMIT=VALUE, such as max_order_value=1000, found ${JSON.stringify(text)}.${didYouMean(name, known)}`,
      );
    }
    return [name, LIMITS[name as keyof SessionRisk](value)];
  });
  // The server checks the values by its contract.
  return Object.fromEntries(named) as SessionRisk;
}

/** Name of the flag that sets a field of the request. */
export function flagOfField(field: string): string {
  if (field.startsWith("parameters.")) return `--set ${field.slice("parameters.".length)}`;
  const own: Readonly<Record<string, string>> = {
    warm_up_candles: "warm-up",
    start_time: "from",
    confirm_account: "account",
  };
  const [first = "", ...members] = field.split(".");
  const option = OPTION_FLAGS.find((one) => one.field === first);
  const flag = own[first] ?? option?.flag ?? first.replaceAll("_", "-");
  return [`--${flag}`, ...members].join(" ");
}
