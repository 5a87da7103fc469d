/** What a broker through ccxt is made of. */

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

export interface CcxtBrokerOptions {
  /** What `loadCcxt` gives. */
  readonly ccxt: CcxtModule;
  /** ccxt's id of the exchange: `binance`, `kraken`. */
  readonly exchange: string;
  readonly apiKey: string;
  /** Never logged, never in an error. */
  readonly apiSecret: string;
  /** The third secret that some exchanges ask for (okx, kucoin, bitget). Never logged, never in an error. */
  readonly apiPassword?: string;
  /** The account's number, which few exchanges ask for. */
  readonly uid?: string;
  /** `no` sends orders to where they move real money, and needs `allowLive`. Default `yes`: the exchange's testnet. */
  readonly sandbox?: "yes" | "no";
  /** `yes` allows `sandbox: "no"`. Default `no`. */
  readonly allowLive?: "yes" | "no";
  /** What holdings are counted in. Default `USDT`. */
  readonly quote?: string;
  /**
   * The symbols whose orders a list without a symbol shows, at exchanges that list no orders without one. What the
   * account holds and what this broker has placed since its start is added. Default none; at most 100.
   */
  readonly symbols?: readonly string[];
  /** Carries every request. Default the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /** For waits of the broker's own; ccxt stamps its requests by the machine's clock. Default the machine's. */
  readonly clock?: Clock;
  /** Default the system's. */
  readonly ids?: Pick<Ids, "uuid">;
  /** For one try. 10–600,000; default 10,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Tries of one request in all, where a repetition is safe. 1–10; default 4. */
  readonly attempts?: number;
  /** Between two requests of the least weight. 1–60,000; default what ccxt knows of the exchange. */
  readonly paceMilliseconds?: number;
  /** Between tries, twice as long each time, and between looks at an order. 1–60,000; default 250. */
  readonly pauseMilliseconds?: number;
}

export interface BrokerTerms extends Required<
  Omit<CcxtBrokerOptions, "apiPassword" | "uid" | "fetch" | "paceMilliseconds">
> {
  readonly apiPassword: string | undefined;
  readonly uid: string | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly paceMilliseconds: number | undefined;
}

/** @throws KernelError OPTION_INVALID; no value of a secret is in it */
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
      `orders at ${terms.exchange} move real money; set "allowLive" to "yes" if that is meant, or leave "sandbox" at "yes".`,
    );
  }
  return terms;
}

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
