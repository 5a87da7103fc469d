/** Trading sessions and their records on the wire. */

import type {
  Session as WireSession,
  SessionDecision as WireDecision,
  SessionDrift,
  SessionEquityPoint as WirePoint,
  SessionFill as WireFill,
  SessionLive,
  SessionRefusal,
  SessionOrder as WireOrder,
  SessionStep,
} from "@bourse/contract/backtest";
import type {
  DriftReport,
  Session,
  SessionDecision,
  SessionEquityPoint,
  SessionFill,
  SessionOrder,
  SessionSubject,
} from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { wireValue } from "./engine-options.ts";
import { wireSessionRequest } from "./session-request.ts";

export function wireSession(session: Session): WireSession {
  const { request, books } = session;
  return {
    id: session.id,
    number: session.number,
    state: session.state,
    reason: session.reason,
    strategy: request.strategy,
    strategy_version: session.strategyVersion,
    engine_version: session.engineVersion,
    parameters: { ...session.parameters },
    symbol: request.symbol,
    interval: session.interval,
    exchange: session.exchange,
    broker: session.broker,
    live: session.live === undefined ? null : wireLive(session.live),
    request: wireSessionRequest(request),
    initial_capital: request.initialCapital,
    equity: books.equity,
    cash: books.cash,
    fees_paid: books.feesPaid,
    funding_paid: books.fundingPaid,
    positions: books.positions.map(({ symbol, side, quantity, entryPrice, unrealised }) => ({
      symbol,
      side,
      quantity,
      entry_price: entryPrice,
      unrealized_pnl: unrealised,
    })),
    trades: books.trades,
    orders: session.orders,
    fills: session.fills,
    start_time: isoTime(session.startTime),
    candles: session.candles,
    late_candles: session.lateCandles,
    corrections: session.corrections,
    last_candle_time: isoTime(session.lastCandleTime),
    stale_since: isoTime(session.staleSince),
    created_at: isoTime(session.createdAt),
    updated_at: isoTime(session.updatedAt),
    stopped_at: isoTime(session.stoppedAt),
  };
}

function wireLive(live: NonNullable<Session["live"]>): SessionLive {
  return {
    account: live.account,
    base_position: live.basePosition,
    own_position: live.ownPosition,
    unconfirmed: live.unconfirmed,
    foreign_orders: live.foreignOrders,
    reconciled_at: isoTime(live.reconciledAt),
  };
}

/** Names of the bits of a signal. */
const SIGNALS = ["enter_long", "exit_long", "enter_short", "exit_short"] as const;

export function wireDecision(decision: SessionDecision): WireDecision {
  const { signal, submitted, cancelled } = decision;
  return {
    index: decision.index,
    time: isoTime(decision.time),
    decided_at: isoTime(decision.decidedAt),
    scope: decision.scope,
    late: decision.isLate,
    signal: signal === null ? null : SIGNALS.filter((_, bit) => (signal & (1 << bit)) !== 0),
    submitted: [...submitted],
    cancelled: [...cancelled],
    dropped: decision.dropped,
    input_hash: decision.inputHash,
    decision_hash: decision.decisionHash,
  };
}

export function wireSessionOrder(order: SessionOrder): WireOrder {
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    decision: order.decision,
    symbol: order.symbol,
    side: order.side,
    order_type: order.type,
    price: order.price,
    stop_price: order.stopPrice,
    size: wireValue(order.size) as WireOrder["size"],
    reduce_only: order.reduceOnly,
    group: order.group,
    tag: order.tag,
    status: order.status,
    filled_qty: order.filled,
    avg_price: order.averagePrice,
    submitted_at: isoTime(order.submittedAt),
    closed_at: isoTime(order.closedAt),
    refusal: order.refusal === undefined ? null : wireRefusal(order.refusal),
  };
}

/** Codes of brokers that have another name on the wire. */
const CODES: Readonly<Record<string, string>> = {
  FUNDS_INSUFFICIENT: "INSUFFICIENT_FUNDS",
  ORDER_INVALID: "VALIDATION_ERROR",
};

function wireRefusal({ code, rule, reason }: NonNullable<SessionOrder["refusal"]>): SessionRefusal {
  return { code: CODES[code] ?? code, rule, reason };
}

export function wireSessionFill({ isEntry, time, ...fill }: SessionFill): WireFill {
  return { ...fill, time: isoTime(time), entry: isEntry };
}

export function wireEquityPoint({ index, time, equity }: SessionEquityPoint): WirePoint {
  return { index, time: isoTime(time), equity };
}

export function wireDrift(report: DriftReport): SessionDrift {
  return {
    session_id: report.id,
    decisions: report.decisions,
    different: report.different,
    affected: report.affected,
    reproduced: report.isReproduced,
    differences: report.differences.map(({ time, ...rest }) => ({ ...rest, time: isoTime(time) })),
    trades: report.trades.map((trade) => ({
      index: trade.index,
      side: trade.side,
      exit_time: isoTime(trade.exitTime),
      pnl: trade.pnl,
      simulated_pnl: trade.simulatedPnl,
      entry_slippage: trade.entrySlippage,
      exit_slippage: trade.exitSlippage,
    })),
    equity: report.equity,
    simulated_equity: report.simulatedEquity,
    strategy_version: { ...report.strategyVersion },
    engine_version: { ...report.engineVersion },
  };
}

/** A session as its events tell of it. */
export function wireStep({ id, lastCandleTime, ...rest }: SessionSubject): SessionStep {
  return { session_id: id, ...rest, last_candle_time: isoTime(lastCandleTime) };
}
