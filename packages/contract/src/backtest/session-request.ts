/** The request for a trading session. */

import * as z from "zod";

import {
  exactObject,
  list,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { storable } from "../route/text-checks.ts";
import { checkNames, FundingRates } from "./backtests.ts";
import { engineOptionFields } from "./engine-option-fields.ts";
import {
  ExchangeName,
  FiniteNumber,
  IntervalName,
  ParameterValue,
  SymbolName,
  Text,
  TimeInput,
} from "./fields.ts";

/** The broker of a session: `paper`, the engine's own simulation, or `live`, the account of the service. */
export const SessionBroker = oneOf(["paper", "live"]);
export type SessionBroker = z.infer<typeof SessionBroker>;

/** A number, or a decimal as text where a number would lose digits. */
const RiskAmount = z.union([
  FiniteNumber.gt(0).max(1e15),
  z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/, "must be a decimal such as 0.25"),
]);

const riskFields = {
  /** Maximum value of one order in the quote currency, above 0. */
  max_order_value: RiskAmount.optional(),
  /** Maximum value of the position in one symbol in the quote currency, above 0. */
  max_position_value: RiskAmount.optional(),
  /** Maximum value of all positions divided by the account's equity. Above 0, at most 1,000. */
  max_leverage: RiskAmount.optional(),
  /** Maximum loss of a UTC day in the quote currency, above 0; beyond it only what reduces a position passes. */
  max_daily_loss: RiskAmount.optional(),
  /**
   * Maximum fall of the equity below its highest value, as a fraction of that value. Above 0, at most 1; beyond it only
   * what reduces a position passes.
   */
  max_drawdown: RiskAmount.optional(),
  /** Maximum number of orders in any 60 seconds, 1–10,000. */
  max_orders_per_minute: z.int().min(1).max(10_000).optional(),
  /**
   * Maximum distance of a limit or trigger price from the last price, a fraction of it. Above 0, at most 10. Stops that
   * only reduce a position pass.
   */
  price_collar: RiskAmount.optional(),
  /** Symbols that may be traded, 1–1,000. */
  symbols: list(SymbolName).min(1).max(1000).optional(),
  /** Maximum age of the last price in seconds, 1–604,800. */
  max_data_age_seconds: z.int().min(1).max(604_800).optional(),
};
/** Limits of a session's orders. One that is left out is not checked; a value at the limit is allowed. */
export interface SessionRisk extends Fields<typeof riskFields> {}
const SessionRisk: ObjectSchema<SessionRisk> = exactObject(riskFields);

const requestFields = {
  /** Name of a registered strategy, 1–64 characters. */
  strategy: Text.min(1).max(64),
  /** Parameters of the strategy by name, at most 64 characters each; absent ones take the strategy's defaults. */
  parameters: z.record(Text.max(64), ParameterValue).optional(),
  /**
   * Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Required, unless
   * `symbols` is there.
   */
  symbol: SymbolName.optional(),
  /** Symbols of a session of several, 1–100, in place of `symbol`. Refused for now. */
  symbols: list(SymbolName).min(1).max(100).optional(),
  /** Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. */
  interval: IntervalName,
  /** Exchange or other source whose candles are followed. Default: the server's provider. */
  exchange: ExchangeName.optional(),
  /** Broker that the orders go to. Default `paper`. */
  broker: SessionBroker.default("paper"),
  /** Name of the account that a live session trades, to confirm that it is the one that is meant; not for `paper`. */
  confirm_account: storable(1, 200).optional(),
  /**
   * Limits of the orders of a live session beside those of its account; the narrower one holds. `max_order_value` is
   * required. Not for `paper`.
   */
  risk: SessionRisk.optional(),
  /** Funding rates of a perpetual contract, known or to come, oldest first. Default: none. */
  funding: FundingRates.optional(),
  /**
   * Number of candles from before the start that the strategy is told without an account, 0–100,000. Default: the
   * strategy's look-back, 500 for a strategy by orders that declares none.
   */
  warm_up_candles: z.int().min(0).max(100_000).optional(),
  /**
   * Open of the first candle that is traded on, ISO 8601, without an offset UTC; rounded up to a whole candle. Default:
   * the first one that closes after the creation.
   */
  start_time: TimeInput.optional(),
};

/** Options of the engine that need to know candles to come, or a past, or are of a result's yearly figures alone. */
type NoSessionOption =
  | "dividends"
  | "splits"
  | "rolls"
  | "contract"
  | "calendar"
  | "flat_by_close"
  | "train_split"
  | "trading_days"
  | "days_per_year"
  | "bars_per_year"
  | "time_zone";

/** Options of the engine that a session takes, as the fields of a backtest. */
// @__NO_SIDE_EFFECTS__
function sessionOptions(): Omit<typeof engineOptionFields, NoSessionOption> {
  const {
    dividends: _dividends,
    splits: _splits,
    rolls: _rolls,
    contract: _contract,
    calendar: _calendar,
    flat_by_close: _flatByClose,
    train_split: _trainSplit,
    trading_days: _tradingDays,
    days_per_year: _daysPerYear,
    bars_per_year: _barsPerYear,
    time_zone: _timeZone,
    ...options
  } = engineOptionFields;
  return options;
}

/** A checked request: defaults are filled in. */
export interface SessionRequest
  extends Omit<Fields<typeof engineOptionFields>, NoSessionOption>, Fields<typeof requestFields> {}
/** A request as a caller sends it. */
export interface SessionRequestInput
  extends
    Omit<InputFields<typeof engineOptionFields>, NoSessionOption>,
    InputFields<typeof requestFields> {}
export const SessionRequest: ObjectSchema<SessionRequest, SessionRequestInput> =
  /* @__PURE__ */ exactObject({ ...requestFields, ...sessionOptions() })
    .check(checkNames)
    .refine(({ symbol, symbols }) => symbol !== undefined || symbols !== undefined, {
      path: ["symbol"],
      message: "Field required",
    });
