/** The options that all exchange adapters share, and how they are resolved. */

import {
  functionOption,
  integerOption,
  numberOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";
import type { Dispatcher } from "undici";

export interface ExchangeOptions {
  /** Where the exchange is, scheme and host without a path. Each adapter states its default. */
  readonly origin?: string;
  /**
   * The undici dispatcher that carries requests, such as a ProxyAgent; it stays the caller's to close.
   * Default: an Agent of the provider's own with the connect time-out below.
   */
  readonly dispatcher?: Dispatcher;
  /** Default the machine's. */
  readonly clock?: Clock;
  /** A number in [0, 1), for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /** For a connection to stand; without effect on a given `dispatcher`. 10–60,000; default 1,000. */
  readonly connectTimeoutMilliseconds?: number;
  /** For one try, from sending to the last byte. 10–600,000; default 10,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Tries of one request in all. 1–10; default 4. */
  readonly attempts?: number;
  /** The first pause between tries is drawn from 0 to this; later ones from twice the range. 1–60,000; default 250. */
  readonly backoffMilliseconds?: number;
  /** No pause is longer; a failure that asks for more is told at once. 1–600,000; default 8,000. */
  readonly longestWaitMilliseconds?: number;
  /** In the long run, for this provider alone. 0.1–1,000; each adapter states its default. */
  readonly requestsPerSecond?: number;
}

export interface ResolvedExchangeOptions extends Required<Omit<ExchangeOptions, "dispatcher">> {
  /** Undefined: an Agent is to be made. */
  readonly dispatcher: Dispatcher | undefined;
}

/** Options of the adapter `owner` with its own defaults filled in. @throws KernelError OPTION_INVALID */
export function resolveExchangeOptions(
  owner: string,
  options: ExchangeOptions,
  defaults: { readonly origin: string; readonly requestsPerSecond: number },
): ResolvedExchangeOptions {
  const rules: OptionRules<ResolvedExchangeOptions> = {
    origin: {
      expected: "an http or https address without a path, such as https://api.example.com",
      accepts: isOrigin,
      absent: () => defaults.origin,
    },
    dispatcher: optional(portOption<Dispatcher>(["dispatch"])),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    random: functionOption<() => number>({ default: Math.random }),
    connectTimeoutMilliseconds: integerOption({ min: 10, max: 60_000, default: 1_000 }),
    requestTimeoutMilliseconds: integerOption({ min: 10, max: 600_000, default: 10_000 }),
    attempts: integerOption({ min: 1, max: 10, default: 4 }),
    backoffMilliseconds: integerOption({ min: 1, max: 60_000, default: 250 }),
    longestWaitMilliseconds: integerOption({ min: 1, max: 600_000, default: 8_000 }),
    requestsPerSecond: numberOption({ min: 0.1, max: 1_000, default: defaults.requestsPerSecond }),
  };
  return resolveOptions(owner, options, rules);
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}
