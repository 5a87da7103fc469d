/** The backtesting and trading job service as a table: paths under `/api`, snake_case, no envelope. */

import { AuditEntry } from "../audit/entry.ts";
import { defineApi, type Api } from "../route/api.ts";
import { documented, type DocumentedApi } from "../route/docs.ts";
import type { Schema } from "../route/schema.ts";
import { detail } from "../wire/detail.ts";
import { detailErrors } from "../wire/error-schemas.ts";
import { auditNotes } from "./audit.ts";
import { BacktestResult } from "./backtest-results.ts";
import { backtestNotes, BacktestRequest, DispatchReply } from "./backtests.ts";
import { CacheStatus, dataNotes, Kline, Klines, SymbolList } from "./data.ts";
import { backtestSockets, JobProgress, KillSwitchStep, RefusedOrder, Trade } from "./events.ts";
import { JobStatus } from "./fields.ts";
import { importNotes } from "./imports.ts";
import {
  Job,
  jobNotes,
  ListedJob,
  listedSweepResult,
  listedWalkForwardResult,
  sweepResult,
  walkForwardResult,
} from "./jobs.ts";
import { KillSwitch, killSwitchNotes } from "./kill-switch.ts";
import { Order, orderNotes, OrderRequest } from "./orders.ts";
import { Position, positionNotes } from "./positions.ts";
import { dataRoutes, executionRoutes, jobRoutes, researchRoutes } from "./routes.ts";
import { traceNotes } from "./run-traces.ts";
import { backtestService } from "./service.ts";
import { sessionNotes } from "./session-notes.ts";
import {
  DriftDifference,
  DriftTrade,
  Session,
  SessionDecision,
  SessionDrift,
  SessionEquityPoint,
  SessionFill,
  SessionFilled,
  SessionLive,
  SessionOrder,
  SessionOrdered,
  SessionPosition,
  SessionRefusal,
  SessionSilent,
  SessionState,
  SessionStep,
} from "./session-records.ts";
import { SessionRequest } from "./session-request.ts";
import { Signal, Strategy, strategyNotes } from "./strategies.ts";
import { strategySourceNotes, StrategySaved, StrategySourceReply } from "./strategy-sources.ts";
import {
  ListedSweepResult,
  ListedWalkForwardResult,
  SweepResult,
  WalkForwardResult,
} from "./sweep-results.ts";
import { sweepNotes, SweepRequest, WalkForwardRequest } from "./sweeps.ts";
import { Health, JobStats, systemNotes } from "./system.ts";
import { Webhook, WebhookDelivery, webhookNotes, WebhookWithSecret } from "./webhooks.ts";

type BacktestRoutes = typeof jobRoutes &
  typeof researchRoutes &
  typeof dataRoutes &
  typeof executionRoutes;

/** The backtest API; handlers and mocks are typed by it. */
export const backtestApi: Api<BacktestRoutes> = defineApi<BacktestRoutes>({
  ...backtestService,
  title: "Bourse backtesting and trading job service",
  version: "1",
  wire: { ...detail, refusesUnread: true },
  routes: { ...jobRoutes, ...researchRoutes, ...dataRoutes, ...executionRoutes },
});

/** The type of {@link backtestApi}. */
export type BacktestApi = typeof backtestApi;

/** Text about the event sockets, which an OpenAPI document cannot describe as paths. */
const SOCKETS =
  'Events arrive over the WebSockets `/api/ws/events` (all) and `/api/ws/jobs/{uuid}` (those of one job) as `{"type", "timestamp", "payload", "id"}`. Progress alone has no `id`. `?since=<id>` or the header `Last-Event-ID` sends every event after that one; where it is not known any more, the first message has `gap: true`. Without it a client gets the newest 20 events of jobs when it connects; those of trades, sessions, signals and risk, which a program may act upon, only with `?replay=true`. Their messages are described in `/asyncapi.json`.';

/** {@link backtestApi} with its documentation, without the texts of `@bourse/documents`. */
export const documentedBacktestApi: DocumentedApi<BacktestRoutes> = documented(backtestApi, {
  routes: {
    ...systemNotes(),
    ...backtestNotes(),
    ...jobNotes(),
    ...sweepNotes(),
    ...traceNotes(),
    ...dataNotes(),
    ...importNotes(),
    ...strategyNotes(),
    ...strategySourceNotes(),
    ...orderNotes(),
    ...positionNotes(),
    ...killSwitchNotes(),
    ...sessionNotes(),
    ...auditNotes(),
    ...webhookNotes(),
  },
  description: SOCKETS,
  tags: {
    system: "Health and figures of the service.",
    backtests: "Backtests, sweeps and walk-forwards, started as jobs.",
    jobs: "Jobs with their results, traces and reports.",
    data: "Candles, imported series and the cache.",
    strategies: "The registry of strategies and live signals.",
    execution: "Orders, positions and balances.",
    sessions: "Trading sessions: strategies on candles as they close.",
    audit: "The audit trail.",
    webhooks: "Events of the jobs of an API key, posted to its holder, signed.",
  },
  sockets: backtestSockets(),
  errors: detailErrors,
  schemas: {
    AuditEntry,
    BacktestRequest,
    BacktestResult,
    CacheStatus,
    DispatchReply,
    DriftDifference,
    DriftTrade,
    Health,
    Job,
    JobProgress,
    JobStats,
    JobStatus,
    KillSwitch,
    KillSwitchStep,
    Kline,
    Klines,
    ListedJob,
    ListedSweepResult,
    ListedWalkForwardResult,
    Order,
    OrderRequest,
    Position,
    RefusedOrder,
    Session,
    SessionDecision,
    SessionDrift,
    SessionEquityPoint,
    SessionFill,
    SessionFilled,
    SessionLive,
    SessionOrder,
    SessionOrdered,
    SessionPosition,
    SessionRefusal,
    SessionRequest,
    SessionSilent,
    SessionState,
    SessionStep,
    Signal,
    Strategy,
    StrategySaved,
    StrategySourceReply,
    SweepRequest,
    SweepResult,
    SymbolList,
    Trade,
    WalkForwardRequest,
    WalkForwardResult,
    Webhook,
    WebhookDelivery,
    WebhookWithSecret,
  },
  standIns: new Map<Schema, string>([
    [sweepResult, "SweepResult"],
    [walkForwardResult, "WalkForwardResult"],
    [listedSweepResult, "ListedSweepResult"],
    [listedWalkForwardResult, "ListedWalkForwardResult"],
  ]),
});
