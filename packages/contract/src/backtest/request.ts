/** `POST /api/backtests`: the seed's five fields with their defaults, and the optional additions. */

import * as z from "zod";

import { ExchangeName, IntervalName, SymbolName, TimeInput, timeOf } from "./common.ts";

/** A value of a strategy's parameter; the strategy's own schema judges it. */
export const ParameterValue = z.union([z.number(), z.string(), z.boolean()]);

/** An addition that is left out stays out of the job's payload; the engine's default then holds. */
export const BacktestRequest = z
  .object({
    symbol: SymbolName.default("BTCUSDT").describe("trading pair"),
    interval: IntervalName.default("1").describe("candle interval"),
    limit: z.int().gt(0).max(1_000_000).default(1000).describe("number of candles"),
    initial_capital: z.number().gt(0).max(1e15).default(10_000).describe("starting capital"),
    transaction_fee: z.number().min(0).lt(0.5).default(0.001).describe("fee per side, a fraction"),
    strategy: z.string().min(1).max(64).optional().describe("default wavelet_reversal"),
    parameters: z.record(z.string().max(64), ParameterValue).optional(),
    exchange: ExchangeName.optional().describe("default: the server's provider"),
    start_time: TimeInput.optional().describe("first candle, inclusive"),
    end_time: TimeInput.optional().describe("end of the range, exclusive"),
    direction: z.enum(["long", "short", "both"]).optional().describe("default: the strategy's own"),
    fill: z.enum(["next_open", "close"]).optional().describe("default next_open"),
    slippage: z.number().min(0).lt(0.5).optional().describe("a fraction of the price, default 0"),
    take_profit_pct: z.number().gt(0).max(10).optional().describe("a fraction"),
    stop_loss_pct: z.number().gt(0).lt(1).optional().describe("a fraction"),
    position_size_pct: z.number().gt(0).max(1).optional().describe("a fraction, default 1"),
    train_split: z.number().min(0).lt(1).optional().describe("first part not simulated, default 0"),
  })
  .refine(inOrder, { path: ["start_time"], message: "must be before end_time" });

/** A checked request: defaults filled in. */
export type BacktestRequest = z.infer<typeof BacktestRequest>;
/** What a caller may send. */
export type BacktestRequestInput = z.input<typeof BacktestRequest>;

function inOrder(request: { start_time?: string | undefined; end_time?: string | undefined }) {
  const { start_time: start, end_time: end } = request;
  return start === undefined || end === undefined || timeOf(start) < timeOf(end);
}
