/** The audit trail of the backtest service: the rows of its routes, and the list. */

import type { BacktestService } from "@bourse/backtest-engine/service";
import type { Handlers } from "@bourse/contract";
import type { BacktestApi, DispatchReply } from "@bourse/contract/backtest";

import type { AuditCaller, AuditRule, AuditRules } from "../audit/audited.ts";
import { auditReply, isoSpelling } from "../audit/list-audit.ts";
import type { BacktestCaller } from "./access.ts";

interface Dispatched {
  readonly body: {
    readonly symbol: string;
    readonly symbols?: readonly string[] | undefined;
    readonly strategy?: string | undefined;
  };
}

/** Rule of a route that creates a job. */
function dispatched(kind: string): AuditRule<Dispatched, DispatchReply> {
  return {
    action: "job.dispatched",
    subject: (_, data) => data?.job_id,
    details: ({ body }) => ({
      kind,
      symbol: body.symbols?.join(",") ?? body.symbol,
      strategy: body.strategy ?? null,
    }),
  };
}

/** Rules of the routes. */
export const backtestAuditRules: AuditRules<BacktestApi["routes"]> = {
  createBacktest: dispatched("backtest"),
  createSweep: dispatched("sweep"),
  createWalkForward: dispatched("walk_forward"),
  retryJob: { action: "job.retried", subject: ({ params }) => params.uuid },
  cancelJob: { action: "job.cancelled", subject: ({ params }) => params.job_uuid },
  deleteJob: { action: "job.deleted", subject: ({ params }) => params.uuid },
  placeOrder: {
    action: "order.placed",
    subject: (_, data) => data?.order.order_id,
    details: ({ body }, data) => ({
      symbol: body.symbol,
      side: body.side,
      type: body.order_type,
      quantity: String(body.quantity),
      price: body.price?.toString() ?? null,
      stop_price: body.stop_price?.toString() ?? null,
      status: data?.order.status ?? null,
    }),
  },
  cancelOrder: { action: "order.cancelled", subject: ({ params }) => params.order_id },
  closePositions: {
    action: "position.closed",
    subject: ({ body }) => body.symbol,
    details: ({ body }, data) => ({ side: body.side, orders: data?.orders.length ?? null }),
  },
  importCandles: {
    action: "candles.imported",
    subject: ({ query }) => query.symbol,
    details: ({ query }, data) => ({ interval: query.interval, records: data?.records ?? null }),
  },
  deleteImport: {
    action: "candles.deleted",
    subject: ({ query }) => query.symbol,
    details: ({ query }) => ({ interval: query.interval, exchange: query.exchange ?? null }),
  },
  clearCache: {
    action: "cache.cleared",
    details: (_, data) => ({ files: data?.files_deleted ?? null }),
  },
  generateSignal: {
    action: "signal.generated",
    subject: ({ params }) => params.strategy_name,
    details: ({ query }) => ({ symbol: query.symbol }),
  },
};

/** The caller of a route. */
export function backtestAuditCaller(caller: unknown): AuditCaller {
  return { actor: (caller as BacktestCaller | undefined)?.actor ?? "anonymous" };
}

/** Handler of the list. */
export function auditHandlers({
  trail,
}: BacktestService): Handlers<Pick<BacktestApi["routes"], "listAudit">, unknown> {
  return {
    listAudit: async ({ query }) => await auditReply(trail, query, isoSpelling),
  };
}
