/** The options that all exchange adapters share. */

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

/** Options of an exchange's candle provider. */
export interface ExchangeOptions {
  /** Scheme and host of the exchange, without a path. Each adapter states its default. */
  readonly origin?: string;
  /**
   * Dispatcher of undici that carries requests, such as a ProxyAgent; the caller closes it. Default: an Agent of the
   * provider's own with the connect time-out below.
   */
  readonly dispatcher?: Dispatcher;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Random number in [0, 1) for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /** Time limit in milliseconds for a connection; it does not affect a given `dispatcher`. 10–60,000, default 1,000. */
  readonly connectTimeoutMilliseconds?: number;
  /** Time limit of one try in milliseconds, from sending to the last byte. 10–600,000, default 10,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Maximum number of tries of one request. 1–10, default 4. */
  readonly attempts?: number;
  /**
   * Upper bound in milliseconds of the random pause before the second try; it doubles with each further try. 1–60,000,
   * default 250.
   */
  readonly backoffMilliseconds?: number;
  /**
   * Longest pause in milliseconds; a failure that demands a longer one is reported at once. 1–600,000, default 8,000.
   */
  readonly longestWaitMilliseconds?: number;
  /** Average number of requests per second of this provider. 0.1–1,000; each adapter states its default. */
  readonly requestsPerSecond?: number;
}

/** Resolved options. */
export interface ResolvedExchangeOptions extends Required<Omit<ExchangeOptions, "dispatcher">> {
  /** Dispatcher of the caller; undefined for an Agent of the provider's own. */
  readonly dispatcher: Dispatcher | undefined;
}

/** Defaults that differ between adapters. */
interface ExchangeDefaults {
  readonly origin: string;
  readonly requestsPerSecond: number;
}

/**
 * Resolves the options of the adapter `owner` with its own defaults.
 *
 * @throws KernelError OPTION_INVALID
 */
export function resolveExchangeOptions(
  owner: string,
  options: ExchangeOptions,
  defaults: ExchangeDefaults,
): ResolvedExchangeOptions {
  return resolveOptions(owner, options, rulesOf(defaults));
}

/** Refuses what `resolveExchangeOptions` has not made. @throws KernelError OPTION_INVALID */
export function checkResolvedOptions(owner: string, options: ResolvedExchangeOptions): void {
  const { dispatcher, ...others } = rulesOf({ origin: "", requestsPerSecond: 1 });
  const required = Object.entries(others).map(([name, rule]) => [name, { ...rule, absent: null }]);
  resolveOptions<object>(owner, options, { dispatcher, ...Object.fromEntries(required) });
}

function rulesOf(defaults: ExchangeDefaults): OptionRules<ResolvedExchangeOptions> {
  return {
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
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}
