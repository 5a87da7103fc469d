/** Options of the paper broker. */

import {
  Decimal,
  functionOption,
  integerOption,
  optional,
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

import { priceMaxAgeOption } from "../../market-data/live-price.ts";
import type { CandleProvider } from "../../market-data/port.ts";
import { namedInstruments, type FindInstrument } from "../instruments.ts";
import type { TellOrder } from "../order-event.ts";

/** Options of {@link createPaperBroker}. */
export interface PaperBrokerOptions {
  /** Store opened with `paperCollections`. The broker never closes it. */
  readonly store: Store;
  /** Source of prices: candles of one minute, asked for with `isLive`. */
  readonly candles: Pick<CandleProvider, "candles">;
  /** Bus on which fills are published under `tradeTopic`. Default: none. */
  readonly bus?: Pick<Bus, "publish">;
  /** Function that finds instruments. Default: `namedInstruments()`, which derives them from the symbols. */
  readonly instruments?: FindInstrument;
  /** Opening balance by asset; an account that is open already is not changed. Default USDT 100000. */
  readonly startBalance?: Readonly<Record<string, string>>;
  /** Fee as a fraction of each fill's notional, 0 to below 0.5. Default `0.001`. */
  readonly feeRate?: string;
  /** Slippage of market and stop orders as a fraction of the price, always adverse, 0 to below 0.5. Default `0`. */
  readonly slippage?: string;
  /**
   * Maximum age in seconds of a price that market orders and marks use, counted from the close of its minute. Beyond it
   * a market order is refused and a mark is null; other orders wait. 60–31,536,000, default 120.
   */
  readonly priceMaxAgeSeconds?: number;
  /**
   * Interval in milliseconds at which a started broker checks resting orders against new candles. 100–86,400,000,
   * default 10,000.
   */
  readonly settleMilliseconds?: number;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Source of order ids. Default: random uuids. */
  readonly ids?: Pick<Ids, "uuid">;
  /** Tells the events of an order to its owner, in the transaction of the order. Default: nobody is told. */
  readonly tellOrder?: TellOrder | undefined;
  /** Called with errors of the periodic check, which no caller waits for. Default: no-op. */
  readonly onError?: (error: unknown) => void;
}

/** The options in force, rates as numbers. */
export interface PaperTerms extends Omit<ResolvedOptions, "feeRate" | "slippage"> {
  readonly feeRate: Decimal;
  readonly slippage: Decimal;
}

/** @throws KernelError OPTION_INVALID */
export function resolvePaperOptions(given: PaperBrokerOptions): PaperTerms {
  const options = resolveOptions<ResolvedOptions>("createPaperBroker", given, rules);
  return {
    ...options,
    feeRate: Decimal.parse(options.feeRate),
    slippage: Decimal.parse(options.slippage),
  };
}

const RATE = /^0(\.[0-4]\d{0,17})?$/u;
const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/u;

interface ResolvedOptions extends Required<
  Omit<PaperBrokerOptions, "priceMaxAgeSeconds" | "tellOrder">
> {
  readonly tellOrder: TellOrder | undefined;
  readonly priceMaxAgeSeconds: number | undefined;
}

const rules: OptionRules<ResolvedOptions> = {
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
  priceMaxAgeSeconds: priceMaxAgeOption,
  settleMilliseconds: integerOption({ min: 100, max: 86_400_000, default: 10_000 }),
  clock: portOption<Clock>(["now", "sleep"], { default: systemClock }),
  ids: portOption<Pick<Ids, "uuid">>(["uuid"], { default: systemIds }),
  tellOrder: optional(functionOption<TellOrder>()),
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
    !Array.isArray(value) &&
    Object.entries(value).every(
      ([asset, amount]) =>
        /^[A-Z0-9.]{1,32}$/u.test(asset) && typeof amount === "string" && AMOUNT.test(amount),
    )
  );
}
