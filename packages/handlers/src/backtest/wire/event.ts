/** Events of the service as the sockets send them. */

import type { BacktestEvent } from "@bourse/contract/backtest";
import type { ServiceEvent } from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { wireJobOfEvent } from "./job.ts";
import { wireSessionFill, wireSessionOrder, wireStep } from "./session.ts";
import { wireSignal } from "./signal.ts";

/** Spells an event of the service on the wire. A completed sweep or walk-forward comes without its result. */
export function wireEvent(event: ServiceEvent): BacktestEvent {
  const timestamp = isoTime(event.timestamp);
  switch (event.type) {
    case "job.progress": {
      const { type, job, progress, candlesPerSecond } = event;
      const payload = { job_id: job.uuid, progress, candles_per_second: candlesPerSecond };
      return { type, timestamp, payload };
    }
    case "trade.entered":
    case "trade.exited": {
      const { type, trade } = event;
      return {
        type,
        timestamp,
        payload: {
          order_id: trade.orderId,
          client_order_id: trade.clientOrderId,
          symbol: trade.symbol,
          side: trade.side,
          quantity: trade.quantity,
          price: trade.price,
          source: trade.source,
          fee: trade.fee,
          realized_pnl: trade.realizedPnl,
        },
      };
    }
    case "signal.generated":
      return { type: event.type, timestamp, payload: wireSignal(event.signal) };
    case "session.created":
    case "session.changed":
      return { type: event.type, timestamp, payload: wireStep(event.session) };
    case "session.ordered":
    case "session.refused": {
      const payload = { ...wireStep(event.session), order: wireSessionOrder(event.order) };
      return { type: event.type, timestamp, payload };
    }
    case "session.filled": {
      const payload = { ...wireStep(event.session), fill: wireSessionFill(event.fill) };
      return { type: event.type, timestamp, payload };
    }
    case "session.stale":
    case "session.fresh": {
      const payload = { ...wireStep(event.session), stale_since: isoTime(event.staleSince) };
      return { type: event.type, timestamp, payload };
    }
    case "risk.refused": {
      const { clientOrderId, ...refused } = event.risk;
      const payload = { ...refused, client_order_id: clientOrderId };
      return { type: event.type, timestamp, payload };
    }
    case "kill_switch.set":
    case "kill_switch.done":
    case "kill_switch.released":
      return { type: event.type, timestamp, payload: event.killSwitch };
    case "job.created":
    case "job.started":
    case "job.completed":
    case "job.failed":
    case "job.cancelled":
      return { type: event.type, timestamp, payload: wireJobOfEvent(event.job) };
  }
}

/** Returns true for an event that a program may act upon: a socket repeats it to those only who ask for it. */
export function isTradeOrSignal({ type }: Pick<ServiceEvent, "type">): boolean {
  return /^(trade|signal|session|risk|kill_switch)\./u.test(type);
}
