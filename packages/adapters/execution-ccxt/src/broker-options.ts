/** Options of a broker through ccxt. */

import {
  choiceOption,
  functionOption,
  integerOption,
  KernelError,
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

import type { CcxtModule } from "./ccxt-shapes.ts";

/** Options of {@link createCcxtBroker}. */
export interface CcxtBrokerOptions {
  /** The ccxt module, as `loadCcxt` returns it. */
  readonly ccxt: CcxtModule;
  /** Id of the exchange in ccxt, such as `binance` or `kraken`. */
  readonly exchange: string;
  /** API key of the account. */
  readonly apiKey: string;
  /** Secret of the API key. It is never logged and never part of an error. */
  readonly apiSecret: string;
  /**
   * Third secret that some exchanges require (okx, kucoin, bitget). It is never logged and never part of an error.
   * Default: none.
   */
  readonly apiPassword?: string;
  /** Number of the account, which few exchanges require. Default: none. */
  readonly uid?: string;
  /** Testnet of the exchange (`yes`, the default), or the real exchange (`no`, which needs `allowLive`). */
  readonly sandbox?: "yes" | "no";
  /** Permission (`yes`) for orders that move real money. Default `no`. */
  readonly allowLive?: "yes" | "no";
  /** Asset in which holdings are valued. Default `USDT`. */
  readonly quote?: string;
  /**
   * Symbols whose orders a list without a symbol shows, at exchanges that cannot list the orders of all symbols.
   * Symbols that the account holds and those of orders placed since the start are added. At most 100, default none.
   */
  readonly symbols?: readonly string[];
  /** Function that carries every request. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Source of time for the broker's own waits; ccxt stamps its requests by the system's clock. Default: the system's
   * clock.
   */
  readonly clock?: Clock;
  /** Source of ids for orders. Default: random uuids. */
  readonly ids?: Pick<Ids, "uuid">;
  /** Time limit of one try in milliseconds. 10–600,000, default 10,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Maximum number of tries of one request, where a repetition is safe. 1–10, default 4. */
  readonly attempts?: number;
  /**
   * Pause in milliseconds between two requests of the least weight. 1–60,000, default: ccxt's value for the exchange.
   */
  readonly paceMilliseconds?: number;
  /**
   * Pause in milliseconds between looks at an order and before the second try; it doubles with each further try.
   * 1–60,000, default 250.
   */
  readonly pauseMilliseconds?: number;
}

/** Resolved options. */
export interface BrokerTerms extends Required<
  Omit<CcxtBrokerOptions, "apiPassword" | "uid" | "fetch" | "paceMilliseconds">
> {
  readonly apiPassword: string | undefined;
  readonly uid: string | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly paceMilliseconds: number | undefined;
}

/**
 * Resolves the options.
 *
 * @throws KernelError OPTION_INVALID, without the value of any secret
 */
export function resolveBrokerOptions(given: CcxtBrokerOptions): BrokerTerms {
  const terms = resolveOptions("createCcxtBroker", given, rules);
  if (!terms.ccxt.exchanges.includes(terms.exchange)) {
    throw refusal(
      "exchange",
      `ccxt knows no exchange ${JSON.stringify(terms.exchange)}; its list is in \`ccxt.exchanges\`.`,
    );
  }
  if (terms.sandbox === "no" && terms.allowLive === "no") {
    throw refusal(
      "allowLive",
      `orders at ${terms.exchange} move real money; set "allowLive" to "yes" if that is intended, or leave "sandbox" at "yes".`,
    );
  }
  return terms;
}

/** The refusal of an option. */
export function refusal(option: string, sentence: string): KernelError {
  return new KernelError("OPTION_INVALID", `createCcxtBroker: ${sentence}`, {
    details: { owner: "createCcxtBroker", option },
  });
}

const secretText = (expected: string) => ({ ...textOption({ maxLength: 10_000 }), expected });

const rules: OptionRules<BrokerTerms> = {
  ccxt: {
    expected: "the ccxt module, as loadCcxt() gives it",
    accepts: (value) => Array.isArray((value as CcxtModule | null)?.exchanges),
    absent: null,
  },
  exchange: textOption({ maxLength: 60 }),
  apiKey: secretText("the key of the account"),
  apiSecret: secretText("the secret that belongs to the key"),
  apiPassword: optional(secretText("the password that belongs to the key")),
  uid: optional(textOption({ maxLength: 200 })),
  sandbox: choiceOption(["yes", "no"], { default: "yes" }),
  allowLive: choiceOption(["yes", "no"], { default: "no" }),
  quote: textOption({ default: "USDT", maxLength: 20 }),
  symbols: {
    expected: "at most 100 symbols",
    accepts: (value) =>
      Array.isArray(value) &&
      value.length <= 100 &&
      value.every((symbol) => typeof symbol === "string"),
    absent: () => [],
  },
  fetch: optional(functionOption<typeof globalThis.fetch>()),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Pick<Ids, "uuid">>(["uuid"], { default: systemIds }),
  requestTimeoutMilliseconds: integerOption({ min: 10, max: 600_000, default: 10_000 }),
  attempts: integerOption({ min: 1, max: 10, default: 4 }),
  paceMilliseconds: optional(integerOption({ min: 1, max: 60_000 })),
  pauseMilliseconds: integerOption({ min: 1, max: 60_000, default: 250 }),
};
