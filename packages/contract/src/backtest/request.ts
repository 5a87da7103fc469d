/** `POST /api/backtests`: the seed's five fields with their defaults, and the optional additions. */

import * as z from "zod";

import { ExchangeName, IntervalName, SymbolName, TimeInput } from "./common.ts";
import { ParameterValue } from "./fields.ts";
import { START_TOO_LATE, startsBeforeEnd } from "./time-range.ts";

/** An addition that is left out stays out of the job's payload; the engine's default then holds. */
export const BacktestRequest = z
  .object({
    symbol: SymbolName.default("BTCUSDT"),
    interval: IntervalName.default("1"),
    limit: z.int().gt(0).max(1_000_000).default(1000),
    initial_capital: z.number().gt(0).max(1e15).default(10_000),
    transaction_fee: z.number().min(0).lt(0.5).default(0.001),
    strategy: z.string().min(1).max(64).optional(),
    parameters: z.record(z.string().max(64), ParameterValue).optional(),
    exchange: ExchangeName.optional(),
    start_time: TimeInput.optional(),
    end_time: TimeInput.optional(),
    direction: z.enum(["long", "short", "both"]).optional(),
    fill: z.enum(["next_open", "close"]).optional(),
    slippage: z.number().min(0).lt(0.5).optional(),
    take_profit_pct: z.number().gt(0).max(10).optional(),
    stop_loss_pct: z.number().gt(0).lt(1).optional(),
    position_size_pct: z.number().gt(0).max(1).optional(),
    train_split: z.number().min(0).lt(1).optional(),
  })
  .refine(startsBeforeEnd, START_TOO_LATE);

/** A checked request: defaults filled in. */
export type BacktestRequest = z.infer<typeof BacktestRequest>;
/** What a caller may send. */
export type BacktestRequestInput = z.input<typeof BacktestRequest>;
