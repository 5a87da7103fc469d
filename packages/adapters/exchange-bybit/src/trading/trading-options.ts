/** Options of a Bybit broker. */

import {
  choiceOption,
  integerOption,
  KernelError,
  numberOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
  type Clock,
  type Ids,
  type OptionRules,
} from "@bourse/kernel";
import type { Dispatcher } from "undici";

/** Address of Bybit's testnet, the default: its orders move no real money. */
export const BYBIT_TESTNET = "https://api-testnet.bybit.com";

/** Options of {@link createBybitBroker}. */
export interface BybitBrokerOptions {
  /** API key of the account. 1–200 characters. */
  readonly apiKey: string;
  /** Secret of the API key, 1–400 characters. It is never logged and never part of an error. */
  readonly apiSecret: string;
  /**
   * Scheme and host of the exchange. Default {@link BYBIT_TESTNET}. Any host but the testnet, the demo and this machine
   * needs `allowLive`.
   */
  readonly origin?: string;
  /** Permission (`yes`) to send orders to a host where they move real money. Default `no`. */
  readonly allowLive?: "yes" | "no";
  /** Market that orders go to. Default `spot`. */
  readonly category?: "spot" | "linear";
  /** Asset in which spot holdings are valued and linear contracts settle. Default `USDT`. */
  readonly quote?: string;
  /** Time in milliseconds within which Bybit must receive a request (`recv_window`). 1,000–60,000, default 5,000. */
  readonly recvWindowMilliseconds?: number;
  /** Dispatcher of undici that carries requests; the caller closes it. Default: an Agent of the broker's own. */
  readonly dispatcher?: Dispatcher;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Source of ids for orders. Default: random uuids. */
  readonly ids?: Pick<Ids, "uuid">;
  /** Time limit of one try in milliseconds. 10–600,000, default 10,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Maximum number of tries of one request, where a repetition is safe. 1–10, default 4. */
  readonly attempts?: number;
  /** Pause in milliseconds between tries, and between looks at a new order. 1–60,000, default 200. */
  readonly pauseMilliseconds?: number;
  /** Longest wait in milliseconds that is granted when Bybit demands one. 1–600,000, default 5,000. */
  readonly longestWaitMilliseconds?: number;
  /** Average number of requests per second. 0.1–1,000, default 10: half of what Bybit allows a spot account. */
  readonly requestsPerSecond?: number;
}

/** Resolved options. */
export interface TradingTerms extends Required<Omit<BybitBrokerOptions, "dispatcher">> {
  readonly dispatcher: Dispatcher | undefined;
}

/**
 * Resolves the options.
 *
 * @throws KernelError OPTION_INVALID, without the value of any secret
 */
export function resolveTradingOptions(given: BybitBrokerOptions): TradingTerms {
  const terms = resolveOptions("createBybitBroker", given, rules);
  if (terms.allowLive === "yes" || isPlayground(terms.origin)) return terms;
  throw new KernelError(
    "OPTION_INVALID",
    `createBybitBroker: orders at ${terms.origin} move real money; set "allowLive" to "yes" if that is intended, or use ${BYBIT_TESTNET}.`,
    { details: { owner: "createBybitBroker", option: "allowLive" } },
  );
}

/** Hosts where orders move no real money. */
export function isPlayground(origin: string): boolean {
  if (typeof origin !== "string" || !URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return (
    hostname === "api-testnet.bybit.com" ||
    hostname === "api-demo.bybit.com" ||
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/u.test(hostname)
  );
}

const rules: OptionRules<TradingTerms> = {
  apiKey: textOption({ maxLength: 200 }),
  apiSecret: { ...textOption({ maxLength: 400 }), expected: "the secret that belongs to the key" },
  origin: {
    expected: "an https address without a path, such as https://api-testnet.bybit.com",
    accepts: isOrigin,
    absent: () => BYBIT_TESTNET,
  },
  allowLive: choiceOption(["yes", "no"], { default: "no" }),
  category: choiceOption(["spot", "linear"], { default: "spot" }),
  quote: textOption({ default: "USDT", maxLength: 20 }),
  recvWindowMilliseconds: integerOption({ min: 1000, max: 60_000, default: 5000 }),
  dispatcher: optional(portOption<Dispatcher>(["dispatch"])),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Pick<Ids, "uuid">>(["uuid"], { default: systemIds }),
  requestTimeoutMilliseconds: integerOption({ min: 10, max: 600_000, default: 10_000 }),
  attempts: integerOption({ min: 1, max: 10, default: 4 }),
  pauseMilliseconds: integerOption({ min: 1, max: 60_000, default: 200 }),
  longestWaitMilliseconds: integerOption({ min: 1, max: 600_000, default: 5000 }),
  requestsPerSecond: numberOption({ min: 0.1, max: 1000, default: 10 }),
};

/** Keys over plain HTTP only to this machine. */
function isOrigin(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.href !== `${url.origin}/`) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isPlayground(value));
}
