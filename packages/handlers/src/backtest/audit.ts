/** The audit trail of the backtest service: the rows of its routes, and the list. */

import type { Handlers } from "@bourse/contract";
import type { BacktestApi, DispatchReply, SessionRequest } from "@bourse/contract/backtest";
import type { AuditFacts } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

import type { AuditCaller, AuditRule, AuditRules } from "../audit/audited.ts";
import { auditReply, isoSpelling } from "../audit/list-audit.ts";
import type { BacktestCaller } from "./access.ts";

/** The fields of a request for a job that its row names. */
interface DispatchBody {
  readonly symbol: string;
  readonly symbols?: readonly string[] | undefined;
  readonly strategy?: string | undefined;
}

/** The act of a request that creates a job. */
export function dispatchAct(
  kind: "backtest" | "sweep" | "walk_forward",
  { symbol, symbols, strategy }: DispatchBody,
): Pick<AuditFacts, "action" | "details"> {
  return {
    action: "job.dispatched",
    details: { kind, symbol: symbols?.join(",") ?? symbol, strategy: strategy ?? null },
  };
}

/** The act of a request that creates a job anew. */
export function retryAct(uuid: string): Pick<AuditFacts, "action" | "subject"> {
  return { action: "job.retried", subject: uuid };
}

/** Rule of a route that creates a job: the transaction that does it has its row. */
function dispatched(
  kind: Parameters<typeof dispatchAct>[0],
): AuditRule<{ readonly body: DispatchBody }, DispatchReply> {
  return {
    action: "job.dispatched",
    record: "refusals",
    details: ({ body }) => dispatchAct(kind, body).details ?? {},
  };
}

/** Facts of a request for a session that its row names. */
export function sessionFacts({
  strategy,
  symbol,
  symbols,
  broker,
}: Pick<SessionRequest, "strategy" | "symbol" | "symbols" | "broker">): NonNullable<
  AuditFacts["details"]
> {
  return { strategy, symbol: symbol ?? symbols?.join(",") ?? null, broker };
}

/** Rule of a route that acts on a session: the transaction that does it has its row. */
function acted(action: string): AuditRule<{ readonly params: { readonly id: string } }, unknown> {
  return { action, record: "refusals", subject: ({ params }) => params.id };
}

/** Rules of the routes. */
export const backtestAuditRules: AuditRules<BacktestApi["routes"]> = {
  createBacktest: dispatched("backtest"),
  createSweep: dispatched("sweep"),
  createWalkForward: dispatched("walk_forward"),
  retryJob: { action: "job.retried", record: "refusals", subject: ({ params }) => params.uuid },
  updateJob: {
    action: "job.labelled",
    subject: ({ params }) => params.uuid,
    details: ({ body }) => ({ changed: Object.keys(body).toSorted().join(",") }),
  },
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
  setKillSwitch: {
    action: "kill_switch.set",
    details: ({ body: { mode, reason } }) => ({ mode, reason }),
  },
  createSession: {
    action: "session.created",
    record: "refusals",
    details: ({ body }) => sessionFacts(body),
  },
  pauseSession: acted("session.paused"),
  resumeSession: acted("session.resumed"),
  flattenSession: acted("session.flattened"),
  stopSession: acted("session.stopped"),
  releaseKillSwitch: { action: "kill_switch.released" },
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
  saveStrategySource: {
    action: "strategy.saved",
    subject: ({ params }) => params.name,
    details: (_, data) => ({ file: data?.file ?? null, sha256: data?.sha256 ?? null }),
  },
  createWebhook: {
    action: "webhook.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ events: body.events.join(" ") }),
  },
  updateWebhook: {
    action: "webhook.changed",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  deleteWebhook: { action: "webhook.deleted", subject: ({ params }) => params.id },
  rotateWebhook: { action: "webhook.rotated", subject: ({ params }) => params.id },
  replayWebhookDelivery: {
    action: "webhook.replayed",
    subject: ({ params }) => params.delivery_id,
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
