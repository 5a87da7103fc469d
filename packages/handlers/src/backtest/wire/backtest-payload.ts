/** The body of POST /api/backtests and the payload of a backtest job: the same values under two spellings. */

import type { BacktestPayload } from "@bourse/backtest-engine/service";
import { timeOf, type BacktestRequest, type IntervalName } from "@bourse/contract/backtest";

import { isoTime } from "./time.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** What the job keeps of a checked body; what was left out stays out. */
export function payloadOfRequest(body: BacktestRequest): BacktestPayload {
  return withoutUndefined({
    symbol: body.symbol,
    interval: body.interval,
    limit: body.limit,
    initialCapital: body.initial_capital,
    transactionFee: body.transaction_fee,
    strategy: body.strategy,
    parameters: body.parameters,
    exchange: body.exchange,
    startTime: body.start_time === undefined ? undefined : timeOf(body.start_time),
    endTime: body.end_time === undefined ? undefined : timeOf(body.end_time),
    direction: body.direction,
    fill: body.fill,
    slippage: body.slippage,
    takeProfit: body.take_profit_pct,
    stopLoss: body.stop_loss_pct,
    positionSize: body.position_size_pct,
    trainSplit: body.train_split,
  });
}

/** The payload as a job shows it; times in ISO 8601. */
export function requestOfPayload(payload: BacktestPayload): BacktestRequest {
  return withoutUndefined({
    symbol: payload.symbol,
    // Checked when it came in.
    interval: payload.interval as IntervalName,
    limit: payload.limit,
    initial_capital: payload.initialCapital,
    transaction_fee: payload.transactionFee,
    strategy: payload.strategy,
    parameters: payload.parameters,
    exchange: payload.exchange,
    start_time: payload.startTime === undefined ? undefined : isoTime(payload.startTime),
    end_time: payload.endTime === undefined ? undefined : isoTime(payload.endTime),
    direction: payload.direction,
    fill: payload.fill,
    slippage: payload.slippage,
    take_profit_pct: payload.takeProfit,
    stop_loss_pct: payload.stopLoss,
    position_size_pct: payload.positionSize,
    train_split: payload.trainSplit,
  });
}
