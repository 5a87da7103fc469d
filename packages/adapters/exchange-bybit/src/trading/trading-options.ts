/** What a Bybit broker is made of. */

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

/** The only host whose orders move real money is not among the defaults. */
export const BYBIT_TESTNET = "https://api-testnet.bybit.com";

export interface BybitBrokerOptions {
  readonly apiKey: string;
  /** Never logged, never in an error. */
  readonly apiSecret: string;
  /** Scheme and host. Default {@link BYBIT_TESTNET}; every other host needs `allowLive`, but the demo and this machine. */
  readonly origin?: string;
  /** `yes` lets orders go to a host where they move real money. Default `no`. */
  readonly allowLive?: "yes" | "no";
  /** Default `spot`. */
  readonly category?: "spot" | "linear";
  /** What spot holdings are counted in, and what linear contracts settle in. Default `USDT`. */
  readonly quote?: string;
  /** 1,000–60,000; default 5,000. */
  readonly recvWindowMilliseconds?: number;
  /** The undici dispatcher that carries requests; it stays the caller's to close. Default: an Agent of its own. */
  readonly dispatcher?: Dispatcher;
  /** Default the machine's. */
  readonly clock?: Clock;
  /** Default the system's. */
  readonly ids?: Pick<Ids, "uuid">;
  /** For one try. 10–600,000; default 10,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Tries of one request in all, where a repetition is safe. 1–10; default 4. */
  readonly attempts?: number;
  /** Between tries, and between looks at an order that was just placed. 1–60,000; default 200. */
  readonly pauseMilliseconds?: number;
  /** A wait that Bybit asks for is kept up to this. 1–600,000; default 5,000. */
  readonly longestWaitMilliseconds?: number;
  /** In the long run. 0.1–1,000; default 10, half of what Bybit allows a spot account. */
  readonly requestsPerSecond?: number;
}

export interface TradingTerms extends Required<Omit<BybitBrokerOptions, "dispatcher">> {
  readonly dispatcher: Dispatcher | undefined;
}

/** @throws KernelError OPTION_INVALID; no value of a secret is in it */
export function resolveTradingOptions(given: BybitBrokerOptions): TradingTerms {
  const terms = resolveOptions("createBybitBroker", given, rules);
  if (terms.allowLive === "yes" || isPlayground(terms.origin)) return terms;
  throw new KernelError(
    "OPTION_INVALID",
    `createBybitBroker: orders at ${terms.origin} move real money; set "allowLive" to "yes" if that is meant, or use ${BYBIT_TESTNET}.`,
    { details: { owner: "createBybitBroker", option: "allowLive" } },
  );
}

/** Hosts where orders move no real money. */
export function isPlayground(origin: string): boolean {
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
