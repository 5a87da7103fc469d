/** What a paper broker is made of. */

import {
  Decimal,
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
  type Bus,
  type Clock,
  type Ids,
  type OptionRule,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import type { CandleProvider } from "../../market-data/port.ts";
import { namedInstruments, type FindInstrument } from "../instruments.ts";

export interface PaperBrokerOptions {
  /** Opened with `paperCollections`. The broker never closes it. */
  readonly store: Store;
  /** Where prices come from: candles of one minute. */
  readonly candles: Pick<CandleProvider, "candles">;
  /** Hears of fills on `tradeTopic`. Default: nobody does. */
  readonly bus?: Pick<Bus, "publish">;
  /** Default: read off the symbols' names. */
  readonly instruments?: FindInstrument;
  /** What the account is opened with, by asset; without effect on one that is open already. Default USDT 100000. */
  readonly startBalance?: Readonly<Record<string, string>>;
  /** A fraction of each fill's notional, 0 to below 0.5. Default `0.001`. */
  readonly feeRate?: string;
  /** A fraction of the price, against the trade, on market and stop orders; 0 to below 0.5. Default `0`. */
  readonly slippage?: string;
  /** How often resting orders are held against new candles once started. 100–86,400,000, default 10,000. */
  readonly settleMilliseconds?: number;
  /** Default the machine's. */
  readonly clock?: Clock;
  /** Default the system's. */
  readonly ids?: Pick<Ids, "uuid">;
  /** Hears of faults that no caller waits for; the default is silence. */
  readonly onError?: (error: unknown) => void;
}

/** The options in force, rates as numbers. */
export interface PaperTerms extends Omit<Required<PaperBrokerOptions>, "feeRate" | "slippage"> {
  readonly feeRate: Decimal;
  readonly slippage: Decimal;
}

/** @throws KernelError OPTION_INVALID */
export function resolvePaperOptions(given: PaperBrokerOptions): PaperTerms {
  const options = resolveOptions("createPaperBroker", given, rules);
  return {
    ...options,
    feeRate: Decimal.parse(options.feeRate),
    slippage: Decimal.parse(options.slippage),
  };
}

const RATE = /^0(\.[0-4]\d{0,17})?$/u;
const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/u;

const rules: OptionRules<Required<PaperBrokerOptions>> = {
  store: portOption<Store>(["transaction", "find", "get"]),
  candles: portOption<PaperBrokerOptions["candles"]>(["candles"]),
  bus: portOption<Pick<Bus, "publish">>(["publish"], { default: { publish: () => undefined } }),
  instruments: functionOption({ default: namedInstruments() }),
  startBalance: {
    expected: "amounts by asset, each a decimal of at least 0 as text",
    accepts: isBalance,
    absent: () => ({ USDT: "100000" }),
  },
  feeRate: rateOption("0.001"),
  slippage: rateOption("0"),
  settleMilliseconds: integerOption({ min: 100, max: 86_400_000, default: 10_000 }),
  clock: portOption<Clock>(["now", "sleep"], { default: systemClock }),
  ids: portOption<Pick<Ids, "uuid">>(["uuid"], { default: systemIds }),
  onError: functionOption({ default: () => undefined }),
};

function rateOption(preset: string): OptionRule<string> {
  return {
    ...textOption({ default: preset, maxLength: 40 }),
    expected: "a decimal from 0 to below 0.5, as text",
    accepts: (value) => typeof value === "string" && RATE.test(value),
  };
}

function isBalance(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(
      ([asset, amount]) =>
        /^[A-Z0-9.]{1,32}$/u.test(asset) && typeof amount === "string" && AMOUNT.test(amount),
    )
  );
}
