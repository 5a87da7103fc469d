/** The fields that set an option of the engine, and the table of their names in library, wire and command line. */

import * as z from "zod";

import {
  exactObject,
  list,
  oneOf,
  type Fields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { FiniteNumber, NotNegative, Text, ZoneName } from "./fields.ts";

const Fraction = FiniteNumber.gt(0).max(1);
const Distance = FiniteNumber.gt(0).lt(1);
const FeeRate = FiniteNumber.gt(-0.5).lt(0.5);

const BorrowRate = z.union([
  NotNegative.lt(0.5),
  z.record(z.string().max(64), NotNegative.lt(0.5)),
]);

const dividendFields = {
  /** Ex-date, milliseconds UTC: booked at the open of the first candle that opens then or later. */
  timestamp: z.int(),
  /** Amount per share in the quote currency, above 0. */
  amount: FiniteNumber.gt(0),
};
/** Dividend of a share in cash. */
export interface Dividend extends Fields<typeof dividendFields> {}
const Dividend: ObjectSchema<Dividend> = exactObject(dividendFields);
const DividendList = list(Dividend).max(10_000);

const splitFields = {
  /** Ex-date, milliseconds UTC: made at the open of the first candle that opens then or later. */
  timestamp: z.int(),
  /** New shares for one old share, above 0: 4 for 4:1, 0.1 for a reverse split of 1:10. */
  ratio: FiniteNumber.gt(0),
};
/** Split of a share. */
export interface Split extends Fields<typeof splitFields> {}
const Split: ObjectSchema<Split> = exactObject(splitFields);
const SplitList = list(Split).max(10_000);

const contractFields = {
  /** Money that one point of price is worth for one contract: 50 for the E-mini S&P 500. Above 0; default 1. */
  multiplier: FiniteNumber.gt(0).optional(),
  /** Smallest step of a price, above 0: `tick_size` of this market. Default: `tick_size`. */
  tick: FiniteNumber.gt(0).optional(),
  /** Currency of its money, 1–16 characters: that of the account, since nothing is converted. Default: not told. */
  currency: Text.min(1).max(16).optional(),
  /** Initial margin of one contract, above 0: what an entry binds of the cash. Default: its value / `leverage`. */
  margin: FiniteNumber.gt(0).optional(),
};
/** Contract of a future, with one of its fields at least. */
export interface FutureContract extends Fields<typeof contractFields> {}
const FutureContract: ObjectSchema<FutureContract> = exactObject(contractFields).refine(
  (contract) => Object.values(contract).some((member) => member !== undefined),
  { message: "must have one of multiplier, tick, currency and margin at least" },
);

const Rising = list(z.int()).max(10_000);

const tierFields = {
  /** Value traded in the last 30 days from which the tier holds, in the quote currency. At least 0. */
  volume: NotNegative,
  /** Fee of limit fills as a fraction of their value. Above -0.5, below 0.5. */
  maker: FeeRate,
  /** Fee of all other fills as a fraction of their value. Above -0.5, below 0.5. */
  taker: FeeRate,
};
/** Tier of a fee schedule. */
export interface FeeTier extends Fields<typeof tierFields> {}
const FeeTier: ObjectSchema<FeeTier> = exactObject(tierFields);

const sizeFields = {
  /** Quantity of an entry in base units, above 0. */
  units: FiniteNumber.gt(0).optional(),
  /** Amount that an entry spends, in the quote currency, above 0. */
  cash: FiniteNumber.gt(0).optional(),
  /** Fraction of the cash that is lost when the stop is hit, before fees. Above 0, at most 1; needs a stop. */
  risk: Fraction.optional(),
};
/** Size of an entry in one of three kinds. */
export interface EntrySize extends Fields<typeof sizeFields> {}
const EntrySize: ObjectSchema<EntrySize> = exactObject(sizeFields).refine(
  (size) => Object.values(size).filter((amount) => amount !== undefined).length === 1,
  { message: "must have exactly one of units, cash and risk" },
);

const slippageFields = {
  /** Half the distance between bid and ask, in the quote currency. At least 0; stands alone. */
  half_spread: NotNegative.optional(),
  /** Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1. */
  volume_share: Fraction.optional(),
  /** Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1. */
  impact: NotNegative.optional(),
};
/** Slippage by a spread or by a share of the volume. */
export interface SlippageModel extends Fields<typeof slippageFields> {}
const SlippageModel: ObjectSchema<SlippageModel> = exactObject(slippageFields).refine(
  ({ half_spread: spread, volume_share: share, impact }) =>
    (spread === undefined) !== (share === undefined) &&
    (impact === undefined || share !== undefined),
  { message: "must have either half_spread, or volume_share with an optional impact" },
);

const Slippage = z.union([NotNegative.lt(0.5), SlippageModel]);

const trailingFields = {
  /** Distance from the best price, a fraction of it. Above 0, below 1. */
  distance: Distance,
  /** Profit after fees at which the stop activates, a fraction of the entry price. At least 0; default 0. */
  activation: NotNegative.optional(),
  /** Distance from the best price once the best profit exceeds `activation`. Default `distance`. */
  active_distance: Distance.optional(),
  /** True keeps the stop at its initial level until the best profit reaches `activation`. Default false. */
  wait_for_activation: z.boolean().optional(),
};
/** Stop that follows the best price. */
export interface TrailingStop extends Fields<typeof trailingFields> {}
const TrailingStop: ObjectSchema<TrailingStop> = exactObject(trailingFields);

const stepFields = {
  /** Whole minutes after the entry from which the step applies, at least 0; each step's is above the one before. */
  after_minutes: z.int().min(0),
  /** Profit after the fees of both sides that closes the position, a fraction of the entry price. At least -1. */
  profit: FiniteNumber.min(-1),
};
/** Step of a table of profits. */
export interface ProfitStep extends Fields<typeof stepFields> {}
const ProfitStep: ObjectSchema<ProfitStep> = exactObject(stepFields);

const Preset = oneOf(["backtesting_py", "vectorbt", "freqtrade"]);

const compatibilityFields = {
  /** The program whose rules apply where this object names none. Default: the engine's own rules. */
  preset: Preset.optional(),
  /** Order of events when one candle touches stop and target. Default `stop_first`. */
  intrabar: oneOf(["stop_first", "target_first", "ohlc_path", "close_only"]).optional(),
  /** Fill price of a stop when the candle opens beyond it: that `open`, or the stop's `level`. Default `open`. */
  gap: oneOf(["open", "level"]).optional(),
  /** Price from which the distances of stop and target count. Default `entry`. */
  levels: oneOf(["entry", "signal_close"]).optional(),
  /** Effect of an entry signal while that side is held; for additions see `pyramiding`. Default `ignore`. */
  repeated_entry: oneOf(["ignore", "reopen"]).optional(),
  /** Candle from which a trailing stop's new level counts. Default `same_candle`. */
  trailing: oneOf(["same_candle", "next_candle"]).optional(),
  /** Effect of a signal on the candle on which a stop or target closed the position. Default `keep`. */
  signal_on_exit: oneOf(["keep", "drop"]).optional(),
  /** Number of fixed fees of a reversal. Default `once`. */
  reversal_fee: oneOf(["once", "twice"]).optional(),
  /** Fill of a stop-limit order on the candle that sets it off; without effect on signals. Default `by_close`. */
  stop_limit: oneOf(["by_close", "same_candle", "next_candle"]).optional(),
  /** Source of the entry fee with leverage: the account's own cash, or the margin. Default `own_cash`. */
  margin_fee: oneOf(["own_cash", "margin"]).optional(),
  /**
   * Moment at which an account without `maintenance_margin` is liquidated: at the price inside a candle at which
   * nothing is left, or only at a close. Default `inside_candle`.
   */
  liquidation: oneOf(["inside_candle", "at_close"]).optional(),
  /** Treatment of a position that is held after the last candle. Default `last_close`. */
  final_position: oneOf(["last_close", "last_open", "keep"]).optional(),
  /** Table of profits that close a position after a time, at most 100 steps. Default: none. */
  profit_steps: list(ProfitStep).max(100).optional(),
};
/** Rules in which other programs differ. */
export interface CompatibilityRules extends Fields<typeof compatibilityFields> {}
const CompatibilityRules: ObjectSchema<CompatibilityRules> = exactObject(compatibilityFields);

const TimeOfDay = Text.regex(/^\d{1,2}:\d\d$/, "must be a time of day such as 09:30, up to 24:00");
const hoursFields = {
  /** IANA time zone of the hours, such as `America/New_York`. */
  zone: Text.min(1).max(64),
  /** Weekdays with a session: names such as `Mon`, or numbers from 1 (Monday) to 7. Default Monday to Friday. */
  days: list(z.union([Text.max(9), z.int().min(1).max(7)]))
    .min(1)
    .max(7)
    .optional(),
  /**
   * Opening and closing times of a day in order, `HH:MM` up to `24:00`; two with a break between them. A first time
   * that is not before its second is of the evening before.
   */
  sessions: list(list(TimeOfDay).length(2)).min(1).max(24),
  /** Dates without a session, `YYYY-MM-DD`, at most 10,000. Default none. */
  holidays: list(z.iso.date()).max(10_000).optional(),
};
/** Hours of a market. */
export interface MarketHours extends Fields<typeof hoursFields> {}
const MarketHours: ObjectSchema<MarketHours> = exactObject(hoursFields);

/** Names of calendars, as the library has them. */
export const CALENDARS = [
  "always",
  "weekdays",
  "XNYS",
  "XNAS",
  "XTSE",
  "BVMF",
  "XLON",
  "XPAR",
  "XAMS",
  "XETR",
  "XSWX",
  "XJSE",
  "XSAU",
  "XBOM",
  "XNSE",
  "XSES",
  "XHKG",
  "XSHG",
  "XKRX",
  "XTKS",
  "XASX",
  "CME",
  "FX",
] as const;

/** Fields of a request that set an option of the engine. */
export const engineOptionFields = {
  /** Starting capital in the quote currency, above 0 and at most 10^15. Default 10,000. */
  initial_capital: FiniteNumber.gt(0).max(1e15).default(10_000),
  /** Fee of each leg as a fraction of its notional, 0 to below 0.5. Default 0.001. */
  transaction_fee: NotNegative.lt(0.5).default(0.001),
  /**
   * Fee of limit fills (targets, profit steps) as a fraction of their value; negative for a rebate. Above -0.5, below
   * 0.5; default `transaction_fee`.
   */
  maker_fee: FeeRate.optional(),
  /** Fixed fee of each order beside `transaction_fee`, in the quote currency. At least 0; default 0. */
  fixed_fee: NotNegative.optional(),
  /**
   * Fees by the value that the account traded in the 30 days before a fill: 1–100 tiers with rising `volume`, of which
   * the last one reached holds; below the first the fees are `maker_fee` and `transaction_fee`. Default: none.
   */
  fee_tiers: list(FeeTier).min(1).max(100).optional(),
  /**
   * Slippage against each trade: a fraction of the price, 0 to below 0.5, or an object with a spread or a share of the
   * volume. Default 0.
   */
  slippage: Slippage.optional(),
  /** Slippage of market fills that close a position. Default `slippage`. */
  exit_slippage: Slippage.optional(),
  /** Price at which a signal at a bar's close is filled: the next bar's open or that close. Default `next_open`. */
  fill: oneOf(["next_open", "close"]).optional(),
  /** The sides that the strategy may trade. Default: the strategy's own. */
  direction: oneOf(["long", "short", "both"]).optional(),
  /** Fraction of the equity that a position takes, above 0 and at most 1. Default 1. */
  position_size_pct: Fraction.optional(),
  /**
   * Size of an entry: a fraction as in `position_size_pct`, or an object with one of units, cash and risk. Only one of
   * the two fields may be sent.
   */
  position_size: z.union([Fraction, EntrySize]).optional(),
  /**
   * Number of entries that a position may have: each further entry signal on the side that is held adds to it.
   * 1–10,000; default 1.
   */
  pyramiding: z.int().min(1).max(10_000).optional(),
  /** Lot size in base units; quantities are rounded down to whole lots. At least 0; default 0, any fraction. */
  lot_size: NotNegative.optional(),
  /** Tick size in the quote currency; prices are rounded to it against the account. At least 0; default 0, any. */
  tick_size: NotNegative.optional(),
  /** Smallest value of an entry in the quote currency; smaller entries are skipped. At least 0; default 0. */
  minimum_notional: NotNegative.optional(),
  /** Largest ratio of a position's value to the cash committed to it. 1–125; default 1. */
  leverage: FiniteNumber.min(1).max(125).optional(),
  /**
   * Borrowing cost of each candle as a fraction of the borrowed amount, 0 to below 0.5; with `symbols` also by symbol,
   * where the others cost nothing. Default 0.
   */
  borrow_rate: BorrowRate.optional(),
  /**
   * Dividends of the share, with `symbols` by symbol, 10,000 at most: on the ex-date a long receives quantity × amount
   * and a short pays it. Default: none.
   */
  dividends: z.union([DividendList, z.record(z.string().max(64), DividendList)]).optional(),
  /**
   * Splits of the share, with `symbols` by symbol, 10,000 at most, for candles that are not adjusted: on the ex-date
   * quantities are multiplied and prices of entries, stops, targets and orders divided. Default: none.
   */
  splits: z.union([SplitList, z.record(z.string().max(64), SplitList)]).optional(),
  /**
   * Contract of a future, with `symbols` by symbol: quantities are whole contracts of price × `multiplier` each, and
   * with `margin` an entry binds that instead of its value. Default: none.
   */
  contract: z.union([FutureContract, z.record(z.string().max(64), FutureContract)]).optional(),
  /**
   * Rolls of a future, with `symbols` by symbol, 10,000 rising times in milliseconds UTC at most: a position is closed
   * at the close of the last candle before, and opened again at the next open. Default: none.
   */
  rolls: z.union([Rising, z.record(z.string().max(64), Rising)]).optional(),
  /** Maintenance margin as a fraction of the position's value, or of its contract's margin, 0 to below 1. Default 0. */
  maintenance_margin: NotNegative.lt(1).optional(),
  /**
   * Take-profit distance as a fraction of the entry price, above 0 and at most 10; null for none. Default: the
   * strategy's own.
   */
  take_profit_pct: FiniteNumber.gt(0).max(10).nullish(),
  /** Another name of `take_profit_pct`, as the library has it. Only one of the two may be sent. */
  take_profit: FiniteNumber.gt(0).max(10).nullish(),
  /**
   * Stop-loss distance as a fraction of the entry price, above 0 and below 1; null for none. Default: the strategy's
   * own.
   */
  stop_loss_pct: Distance.nullish(),
  /** Another name of `stop_loss_pct`, as the library has it. Only one of the two may be sent. */
  stop_loss: Distance.nullish(),
  /** Stop that follows the best price. Default: none. */
  trailing_stop: TrailingStop.optional(),
  /**
   * Calendar of the market: a name such as `XNYS`, `CME`, `FX`, `always` or `weekdays`, or its hours. It tells gaps
   * from closed hours, gives strategies the session of each candle, and says when `flat_by_close` closes. Default:
   * none; gaps are judged by the hours that the candles show.
   */
  calendar: z.union([oneOf(CALENDARS), MarketHours]).optional(),
  /**
   * True closes every position at the close of its session's last candle, and cancels what waits; needs `calendar` and
   * candles of at most a day. Positions of a session whose last candle is missing are closed at the next open. Default
   * false.
   */
  flat_by_close: z.boolean().optional(),
  /**
   * True takes candles whose prices are 0 and below, as those of spreads and rates. There an entry is filled by a size
   * in units alone, and without exits that are fractions of its price; others are counted as `rejected_entries`.
   * Returns from such a price are null. Default false.
   */
  allow_negative_prices: z.boolean().optional(),
  /** Rules in which other programs differ: a program by name, or single rules. Default: the engine's own rules. */
  compatibility: z.union([Preset, CompatibilityRules]).optional(),
  /** First fraction of the candles, which is not simulated, 0 to below 1. Default 0. */
  train_split: NotNegative.lt(1).optional(),
  /**
   * Trading days in a year, for annual figures, above 0 and at most 366. Default: counted from the candles, 252 where
   * the market opens on five days of the week and 365 where it never closes.
   */
  trading_days: FiniteNumber.gt(0).max(366).optional(),
  /** Another name of `trading_days`, as the library has it. Only one of the two may be sent. */
  days_per_year: FiniteNumber.gt(0).max(366).optional(),
  /**
   * Candles in a year, for annual figures, above 0 and at most 31,622,400. Default: candles of a trading day, counted
   * from the candles, times trading days in a year.
   */
  bars_per_year: FiniteNumber.gt(0).max(31_622_400).optional(),
  /**
   * Time zone by whose dates candles that are shorter than a day belong to days, weeks, months and years: IANA such as
   * `America/New_York`, or an offset such as `+05:30`. Default `UTC`.
   */
  time_zone: ZoneName.optional(),
};

/** Names of one option of the engine. */
export interface EngineOptionNames {
  /** Field of a request that has the option, whose value a job shows. */
  readonly field: keyof typeof engineOptionFields;
  /** Field that also takes the option, under the library's name; absent where `field` has it already. */
  readonly alias?: keyof typeof engineOptionFields;
}

/** Fields of a request by the library's name of the option; a flag is that name in kebab case. */
export const ENGINE_OPTIONS = {
  initialCapital: { field: "initial_capital" },
  fee: { field: "transaction_fee" },
  makerFee: { field: "maker_fee" },
  fixedFee: { field: "fixed_fee" },
  feeTiers: { field: "fee_tiers" },
  slippage: { field: "slippage" },
  exitSlippage: { field: "exit_slippage" },
  fill: { field: "fill" },
  direction: { field: "direction" },
  positionSize: { field: "position_size_pct", alias: "position_size" },
  pyramiding: { field: "pyramiding" },
  lotSize: { field: "lot_size" },
  tickSize: { field: "tick_size" },
  minimumNotional: { field: "minimum_notional" },
  leverage: { field: "leverage" },
  borrowRate: { field: "borrow_rate" },
  dividends: { field: "dividends" },
  splits: { field: "splits" },
  contract: { field: "contract" },
  rolls: { field: "rolls" },
  maintenanceMargin: { field: "maintenance_margin" },
  takeProfit: { field: "take_profit_pct", alias: "take_profit" },
  stopLoss: { field: "stop_loss_pct", alias: "stop_loss" },
  trailingStop: { field: "trailing_stop" },
  calendar: { field: "calendar" },
  flatByClose: { field: "flat_by_close" },
  allowNegativePrices: { field: "allow_negative_prices" },
  compatibility: { field: "compatibility" },
  trainSplit: { field: "train_split" },
  daysPerYear: { field: "trading_days", alias: "days_per_year" },
  barsPerYear: { field: "bars_per_year" },
  timeZone: { field: "time_zone" },
} as const satisfies Readonly<Record<string, EngineOptionNames>>;
