/**
 * Backtests: `POST /api/backtests` with symbol, interval, limit, initial_capital and transaction_fee, and further
 * optional fields.
 */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { shownAs } from "../route/schema.ts";
import {
  ENGINE_OPTIONS,
  engineOptionFields,
  type EngineOptionNames,
} from "./engine-option-fields.ts";
import {
  ExchangeName,
  FiniteNumber,
  GapPolicy,
  GUARD,
  Idempotent,
  IntervalName,
  JobStatus,
  ParameterValue,
  security,
  SymbolName,
  Text,
  TimeInput,
  timeOf,
} from "./fields.ts";
import { robustnessFields } from "./robustness.ts";

const DEFAULT_SYMBOL = "BTCUSDT";

const fundingRateFields = {
  /** Time of the payment, ISO 8601; without an offset it is UTC. */
  time: TimeInput,
  /** Rate as a fraction of the position's value, above -1 and below 1; longs pay shorts while it is above 0. */
  rate: FiniteNumber.gt(-1).lt(1),
  /** Mark price at the payment, above 0. Default: the open of a candle that opens then, else its candle's close. */
  mark_price: FiniteNumber.gt(0).optional(),
};
/** One funding rate of a perpetual contract. */
export interface FundingRate extends Fields<typeof fundingRateFields> {}
const FundingRate: ObjectSchema<FundingRate> = exactObject(fundingRateFields);
export const FundingRates: z.ZodArray<ObjectSchema<FundingRate>> = list(FundingRate)
  .min(1)
  .max(100_000);
const Funding = z.union([z.boolean(), FundingRates, z.record(Text.max(64), FundingRates)]);

export const backtestFields = {
  /** Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT. */
  symbol: /* @__PURE__ */ filledLater(),
  /** Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. Default "1", a minute. */
  interval: IntervalName.default("1"),
  /**
   * Number of candles, 1–1,000,000: the newest of the range. Default: all from `start_time` on, at most 1,000,000;
   * without `start_time` 1,000.
   */
  limit: z.int().gt(0).max(1_000_000).optional(),
  /** Name of a registered strategy, 1–64 characters. Default `wavelet_reversal`. */
  strategy: Text.min(1).max(64).optional(),
  /** Parameters of the strategy by name, at most 64 characters each; absent ones take the strategy's defaults. */
  parameters: z.record(Text.max(64), ParameterValue).optional(),
  /** Exchange or other source of the candles. Default: the server's provider. */
  exchange: ExchangeName.optional(),
  /**
   * True: the funding rates of the exchange, one of perpetual contracts such as `bybitperpetual`, are applied to the
   * positions. Rates of your own, oldest first and by symbol with `symbols`, are applied in their place. Default false.
   */
  funding: Funding.optional(),
  /**
   * Length of shorter candles of the same source, which order the fills inside each candle; it divides `interval`. The
   * shorter candles of the range are at most 1,000,000. Default: none.
   */
  detail_interval: IntervalName.optional(),
  /** Start of the range, ISO 8601, inclusive; without an offset it is UTC. Default: no start. */
  start_time: TimeInput.optional(),
  /** End of the range, ISO 8601, exclusive; without an offset it is UTC. Default: now. */
  end_time: TimeInput.optional(),
  /**
   * Policy for missing candles: counted, refused (the job fails), or filled with the close before and no volume.
   * Default `report`.
   */
  gaps: GapPolicy.optional(),
};

/** The symbol of a request, whose default {@link inOrder} fills in once it has seen whether one was sent. */
// @__NO_SIDE_EFFECTS__
function filledLater(): z.ZodDefault<typeof SymbolName> {
  const shown = shownAs(SymbolName.optional(), { default: DEFAULT_SYMBOL });
  return shown as unknown as z.ZodDefault<typeof SymbolName>;
}

/** Fields of a backtest of several symbols that share the cash of one account. */
export const portfolioFields = {
  /**
   * Trading pairs of a portfolio, each once, 1–100; `limit` counts the candles of each, and all together are at most
   * 1,000,000. In place of `symbol`.
   */
  symbols: list(SymbolName).min(1).max(100).optional(),
  /**
   * Fraction of the account's value that a position of each of `symbols` is worth when it is entered. Above 0; their
   * sum at most `leverage`. Default: the same for each, 1 in all.
   */
  weights: z.record(Text.max(32), FiniteNumber.gt(0).max(125)).optional(),
  /**
   * Number of moments after which the positions that are held are brought back to their weights, 1–1,000,000; a moment
   * is a time at which a candle of any of `symbols` opens. Default: never.
   */
  rebalance_every: z.int().min(1).max(1_000_000).optional(),
  /**
   * Calendar by which the positions that are held are brought back to their weights. `month_end`: the closes of the
   * last trading day of each month in `time_zone` size the orders, which fill at the first open of the next month.
   * Excludes `rebalance_every`. Default: the strategy's own, `month_end` for `constant_weights`, else none.
   */
  rebalance: oneOf(["month_end"]).optional(),
};
/** Fields of a backtest that ask for its tear sheet. */
export const tearSheetFields = {
  /** True: the result has `tear_sheet` and `drawdowns`. Default: true with `benchmark`, else false. */
  tear_sheet: z.boolean().optional(),
  /**
   * Trading pair of the same exchange that the tear sheet compares with, bought at the first candle and held. Candles
   * of a day or longer are joined by trading day: at least half of the run's days must have one. Shorter ones are
   * joined by time, and none may be missing. Default: `symbol`; with `symbols` none.
   */
  benchmark: SymbolName.optional(),
};
/** A checked request: defaults are filled in; an absent addition stays absent, and the engine's default holds. */
export interface BacktestRequest
  extends
    Fields<typeof engineOptionFields>,
    Fields<typeof backtestFields>,
    Fields<typeof portfolioFields>,
    Fields<typeof robustnessFields>,
    Fields<typeof tearSheetFields> {}
/** A request as a caller sends it. */
export interface BacktestRequestInput
  extends
    InputFields<typeof engineOptionFields>,
    InputFields<typeof backtestFields>,
    InputFields<typeof portfolioFields>,
    InputFields<typeof robustnessFields>,
    InputFields<typeof tearSheetFields> {}
export const BacktestRequest: ObjectSchema<BacktestRequest, BacktestRequestInput> = inOrder({
  ...engineOptionFields,
  ...backtestFields,
  ...portfolioFields,
  ...robustnessFields,
  ...tearSheetFields,
});

/**
 * An object schema that knows its fields only, whose `start_time` must lie before its `end_time` where both are given,
 * and which takes an option under one of its names only.
 */
// @__NO_SIDE_EFFECTS__
export function inOrder<Table extends z.ZodRawShape>(
  table: Table,
): z.ZodObject<Table, z.core.$strict> {
  return exactObject(table)
    .refine(
      (value) => {
        const { start_time: start, end_time: end } = value as TimeRange;
        return start === undefined || end === undefined || timeOf(start) < timeOf(end);
      },
      { path: ["start_time"], message: "must be before end_time" },
    )
    .check(checkNames)
    .overwrite((fields) => ({ symbol: DEFAULT_SYMBOL, ...fields }));
}

/** Refuses an option under two names, and a symbol beside symbols. */
export function checkNames({ value, issues }: z.core.ParsePayload<object>): void {
  const fields = value as Readonly<Record<string, unknown>>;
  if (fields["symbols"] !== undefined && fields["symbol"] !== undefined) {
    const message = "excludes symbols; send one of the two";
    issues.push({ code: "custom", path: ["symbol"], message, input: fields["symbol"] });
  }
  for (const { field, alias } of Object.values<EngineOptionNames>(ENGINE_OPTIONS)) {
    if (alias === undefined || fields[field] === undefined) continue;
    if (fields[alias] === undefined) continue;
    const message = `sets the same option as ${field}; send one of the two`;
    issues.push({ code: "custom", path: [alias], message, input: fields[alias] });
  }
}

interface TimeRange {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
}

const dispatchFields = {
  /** Id of the new job, a UUID. */
  job_id: z.uuid(),
  /** `running` when a worker takes the job, `pending` while none is there. */
  status: JobStatus,
  /** Text for people, present when a worker takes the job. */
  message: Text.optional(),
  /** Reason why the job waits, present when no worker takes it. */
  warning: Text.optional(),
};
/** The answer to a new job: `message` when a worker takes it, else `warning`; never both. */
export interface DispatchReply extends Fields<typeof dispatchFields> {}
export const DispatchReply: ObjectSchema<DispatchReply> = object(dispatchFields);

/** The rules of every route that creates a job. */
export const DISPATCH = {
  security,
  headers: Idempotent,
  idempotencyKey: true,
  responses: { 200: DispatchReply },
} as const;

export const DISPATCH_ERRORS = {
  ...GUARD,
  INVALID_PARAMETERS: 400,
  VALIDATION_ERROR: 422,
  STRATEGY_NOT_FOUND: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  QUOTA_EXCEEDED: 409,
} as const;

export const backtestRoutes = {
  /**
   * Create a backtest job and dispatch it to a worker.
   *
   * `POST /backtests` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - STRATEGY_NOT_FOUND (422): List the strategies for the registered names.
   * - IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different request.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createBacktest({
   *     body: {
   *       symbol: "BTCUSDT",
   *       interval: "60",
   *       limit: 2000,
   *       strategy: "ma_crossover",
   *       parameters: { fast_period: 10, slow_period: 50 },
   *     },
   *   });
   */
  createBacktest: route("POST", "/backtests", {
    ...DISPATCH,
    body: BacktestRequest,
    errors: DISPATCH_ERRORS,
  }),
};

/** The answer to a new job, for examples. */
export function exampleDispatch(): DispatchReply {
  return {
    job_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    status: "running",
    message: "the job was dispatched",
  };
}

/** A backtest request, for examples. */
export function exampleRequest(): BacktestRequestInput {
  return {
    symbol: "BTCUSDT",
    interval: "60",
    limit: 2000,
    strategy: "ma_crossover",
    parameters: { fast_period: 10, slow_period: 50 },
  };
}

/** Notes of {@link backtestRoutes}. A function, so that bundlers drop it from clients. */
export function backtestNotes(): NotesOf<typeof backtestRoutes> {
  return {
    createBacktest: {
      tags: ["backtests"],
      seed: "Backtests: POST /api/backtests",
      unspecified: [
        "The warning is a string.",
        "An unknown field of the body is refused with 422 and the nearest known name; an empty body is the empty object.",
        "A start_time without limit means the whole range; one of more than 1,000,000 candles is 422.",
        "The bounds of interval, initial_capital and transaction_fee.",
        "Every option of the engine that is data is a field of the body; each has the name that the library has, in snake_case. take_profit_pct, stop_loss_pct, position_size_pct and trading_days are older names of take_profit, stop_loss, position_size and days_per_year; the job shows the older name, and position_size where the size is an object.",
        "A combination of options that is not possible is 422; the message names both fields. So is a position_size by risk without a stop where the strategy is a built-in one that brings none; another strategy may bring one, and without it the job fails and says so.",
        "trading_days: 252 where the market opens on five days of the week, 365 where it never closes, unless it is given. bars_per_year: the candles of a trading day, counted, times trading_days, unless it is given.",
        "time_zone names the days of trading_days, bars_per_year, the tear sheet and the report; daily candles have their own dates. A zone that the server does not know is 422.",
        "calendar is the market's: gaps are counted by it. With flat_by_close no position is held over a session's end: it leaves at the close of the session's last candle with the exit reason session_close, and at the next open where that candle is missing, which late_closes counts. flat_by_close without calendar is 422; candles longer than a day fail the job.",
        "With allow_negative_prices prices may be 0 and below. At such a price an entry needs a size in units and has no stop_loss, take_profit, trailing_stop or profit_steps, which are fractions of it; others are not filled, and rejected_entries counts them. Fees, margin, borrowing and minimum_notional are of the amount of the value, slippage of that of the price. return, avg_return, best_trade, worst_trade and buy_hold_return are null from such a price. With dividends, or the levels signal_close of compatibility, it is 422. Without it a job on such candles fails.",
        "A run of less than 30 days has no figure that is compounded to a year: annual_return, calmar, alpha and the like are null.",
        "A position whose price takes the whole account is liquidated inside the candle, or at an open beyond it; compatibility.liquidation at_close waits for the close.",
        "dividends and splits are of the share that is traded; the strategy sees the candles as they are. On one date splits come first, and the dividend is for the new shares. Fractions of a share are kept. buy_hold_return and a benchmark of the run's own symbol are total return: dividends buy more of the share at the close of the ex-date.",
        "contract makes quantities whole contracts (of lot_size where that is given) of price × multiplier each. Its tick is tick_size of that market. Its currency is that of the account: nothing is converted, and two of them are 422. With margin an entry needs margin and fee of each contract in cash that no other position binds, gains that are not realised do not add to it, and maintenance_margin is a fraction of the margin: a position is liquidated at the price inside a candle at which the account is worth less. leverage above 1 beside the margin of the one contract is 422; with symbols it bounds the weights.",
        "rolls: a position is closed at the close of the last candle that opens before such a time, with exit reason roll, and opened again before any other fill at the open of the next candle, as many contracts as the cash then carries. Both are market fills with fee and slippage. The step of price between the two is no profit, in series that are adjusted and that are not; each part is a trade. Stop and target are set anew, waiting orders keep their prices. rolls with dividends or splits of the same symbol, or with a volume_share, are 422.",
        "fee_tiers: of the tiers whose volume is at most the value traded in the 30 days before a fill, over all symbols, the last one holds; times are the opens of the fills' candles, and a run, as each window of a walk-forward, begins with nothing traded.",
        "symbols makes the run a portfolio: one strategy by signals on each of them, with shared cash, weights and rebalance_every or rebalance. Its candles begin at one moment for all symbols. position_size, position_size_pct, pyramiding and train_split are 422 there, and so are weights, rebalance_every and rebalance without symbols, and both of the latter together. rebalance takes the dates of candles in UTC; the month that the candles end in is not restored.",
        "Candles of a day or longer are joined to their benchmark by trading day: the date of their open in UTC, or of their place in a file that states its zone. Days of one side only are left out with a warning; where fewer than half of the run's days are pairs, the run fails. Shorter candles are joined by time, and a run that one is missing for fails. The result's `benchmark` says which.",
        "benchmark with a tear_sheet of false is 422.",
        "detail_interval reads candles of that length from the source of the candles; stops, targets, trailing stops, entries and funding inside a candle follow them. A candle whose detail is missing, has a gap or is of other prices is simulated as it is; `detail` of the result counts both. An interval that does not divide the candle's, or more than 1,000,000 shorter candles, is 422; a job whose source has none of them fails.",
        "Idempotency-Key makes a retry under the same API key answer what the first call answered, for 24 hours and as long as the job is kept; under another API key it is another job.",
        "Jobs are kept until they are deleted, or for as many days as the operator sets. Beyond the maximum of kept or of unfinished jobs, of one key or of all, a new job is 409; none is deleted to make room.",
      ],
      example: { body: exampleRequest(), response: exampleDispatch() },
    },
  };
}
