/**
 * Backtests: `POST /api/backtests` with symbol, interval, limit, initial_capital and transaction_fee, and further
 * optional fields.
 */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  FiniteNumber,
  NotNegative,
  ExchangeName,
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

export const backtestFields = {
  /** Trading pair: 1–32 letters, digits and `. _ / -`, upper-cased. Default BTCUSDT. */
  symbol: SymbolName.default("BTCUSDT"),
  /** Length of a candle, in minutes or with its unit. Default "1", a minute. */
  interval: IntervalName.default("1"),
  /**
   * Number of candles, 1–1,000,000: the newest of the range. Default: all from `start_time` on, at most 1,000,000;
   * without `start_time` 1,000.
   */
  limit: z.int().gt(0).max(1_000_000).optional(),
  /** Starting capital in the quote currency, above 0 and at most 10^15. Default 10,000. */
  initial_capital: FiniteNumber.gt(0).max(1e15).default(10_000),
  /** Fee of each leg as a fraction of its notional, 0 to below 0.5. Default 0.001. */
  transaction_fee: NotNegative.lt(0.5).default(0.001),
  /** Name of a registered strategy, 1–64 characters. Default `wavelet_reversal`. */
  strategy: Text.min(1).max(64).optional(),
  /** Parameters of the strategy by name, at most 64 characters each; absent ones take the strategy's defaults. */
  parameters: z.record(Text.max(64), ParameterValue).optional(),
  /** Exchange or other source of the candles. Default: the server's provider. */
  exchange: ExchangeName.optional(),
  /** Start of the range, ISO 8601, inclusive; without an offset it is UTC. Default: no start. */
  start_time: TimeInput.optional(),
  /** End of the range, ISO 8601, exclusive; without an offset it is UTC. Default: now. */
  end_time: TimeInput.optional(),
  /** The sides that the strategy may trade. Default: the strategy's own. */
  direction: oneOf(["long", "short", "both"]).optional(),
  /** Price at which a signal at a bar's close is filled: the next bar's open or that close. Default `next_open`. */
  fill: oneOf(["next_open", "close"]).optional(),
  /** Slippage against each trade as a fraction of the price, 0 to below 0.5. Default 0. */
  slippage: NotNegative.lt(0.5).optional(),
  /**
   * Take-profit distance as a fraction of the entry price, above 0 and at most 10; null for none. Default: the
   * strategy's own.
   */
  take_profit_pct: FiniteNumber.gt(0).max(10).nullish(),
  /**
   * Stop-loss distance as a fraction of the entry price, above 0 and below 1; null for none. Default: the strategy's
   * own.
   */
  stop_loss_pct: FiniteNumber.gt(0).lt(1).nullish(),
  /** Fraction of the equity that a position takes, above 0 and at most 1. Default 1. */
  position_size_pct: FiniteNumber.gt(0).max(1).optional(),
  /** First fraction of the candles, which is not simulated, 0 to below 1. Default 0. */
  train_split: NotNegative.lt(1).optional(),
  /**
   * Trading days in a year, for annual figures, above 0 and at most 366. Default: found from the weekends of the
   * candles.
   */
  trading_days: FiniteNumber.gt(0).max(366).optional(),
};
/** A checked request: defaults are filled in; an absent addition stays absent, and the engine's default holds. */
export interface BacktestRequest extends Fields<typeof backtestFields> {}
/** A request as a caller sends it. */
export interface BacktestRequestInput extends InputFields<typeof backtestFields> {}
export const BacktestRequest: ObjectSchema<BacktestRequest, BacktestRequestInput> =
  inOrder(backtestFields);

/**
 * An object schema that knows its fields only, and whose `start_time` must lie before its `end_time`, where both are
 * given.
 */
// @__NO_SIDE_EFFECTS__
export function inOrder<Table extends typeof backtestFields | z.ZodRawShape>(
  table: Table,
): z.ZodObject<Table, z.core.$strict> {
  return exactObject(table).refine(
    (value) => {
      const { start_time: start, end_time: end } = value as TimeRange;
      return start === undefined || end === undefined || timeOf(start) < timeOf(end);
    },
    { path: ["start_time"], message: "must be before end_time" },
  );
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
   * @throws Problem UNAUTHORIZED (401): Log in, or send an API key.
   * @throws Problem FORBIDDEN (403): Use a key or an account that has this right.
   * @throws Problem RATE_LIMITED (429): Wait for as long as Retry-After says, then call again.
   * @throws Problem VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * @throws Problem STRATEGY_NOT_FOUND (422): List the strategies for the registered names.
   * @throws Problem IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different
   * request.
   * @throws Problem QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for
   * more.
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
        "trading_days: 252 where weekends have few or no candles, else 365, unless it is given.",
        "Idempotency-Key makes a retry answer what the first call answered, for 24 hours and as long as the job is kept.",
        "Jobs are kept until they are deleted, or for as many days as the operator sets. Beyond the maximum of kept or of unfinished jobs, of one key or of all, a new job is 409; none is deleted to make room.",
      ],
      example: { body: exampleRequest(), response: exampleDispatch() },
    },
  };
}
