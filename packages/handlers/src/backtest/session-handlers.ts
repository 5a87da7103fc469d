/** Trading sessions. */

import { Problem, reply, type HandlerContext, type Handlers } from "@bourse/contract";
import type { BacktestApi, SessionRequest } from "@bourse/contract/backtest";
import { hasCode, type AuditFacts } from "@bourse/kernel";
import {
  isSessionError,
  type BacktestService,
  type SessionAct,
  type SessionCallOptions,
  type SessionPageQuery,
} from "@bourse/trading-core";

import { listReply } from "../paging/list-reply.ts";
import { backtestAuditCaller, sessionFacts } from "./audit.ts";
import { callersKey } from "./callers-key.ts";
import { bodyRefusal } from "./submit-job.ts";
import { refuseMember } from "./translate.ts";
import { sessionRequest } from "./wire/session-request.ts";
import {
  wireDecision,
  wireDrift,
  wireEquityPoint,
  wireSession,
  wireSessionFill,
  wireSessionOrder,
} from "./wire/session.ts";
import { wireWords } from "./wire/wire-words.ts";
import { withoutUndefined } from "./wire/without-undefined.ts";

type Routes = Pick<
  BacktestApi["routes"],
  | "createSession"
  | "listSessions"
  | "getSession"
  | `listSession${"Decisions" | "Orders" | "Fills" | "Equity"}`
  | "getSessionDrift"
  | `${SessionAct}Session`
>;

type Context = HandlerContext<unknown>;

/** Handlers of the routes of trading sessions. */
export function sessionHandlers({
  sessions,
  trail,
}: Pick<BacktestService, "sessions" | "trail">): Handlers<Routes, unknown> {
  const audited = (context: Context, facts: Pick<AuditFacts, "action" | "details">) => ({
    also: inTrail(trail, context, facts),
  });
  const act =
    (name: SessionAct) =>
    async ({ params }: { readonly params: { readonly id: string } }, context: Context) => {
      const options = audited(context, { action: ACTIONS[name] });
      return wireSession(await sessions[name](params.id, options));
    };
  return {
    async createSession({ body, headers }, context) {
      const request = sessionRequest(body);
      const facts = { action: "session.created", details: sessionFacts(body) };
      const options = { ...callersKey(headers, context), ...audited(context, facts) };
      try {
        return reply(201, wireSession(await sessions.create(request, options)));
      } catch (error) {
        throw sessionRefusal(error, body);
      }
    },

    async listSessions({ query }) {
      return listReply(await sessions.list(withoutUndefined(query)), wireSession);
    },

    getSession: async ({ params }) => wireSession(await sessions.get(params.id)),

    async listSessionDecisions({ params, query }) {
      return listReply(await sessions.decisions(params.id, pageOf(query)), wireDecision);
    },

    async listSessionOrders({ params, query }) {
      return listReply(await sessions.orders(params.id, pageOf(query)), wireSessionOrder);
    },

    async listSessionFills({ params, query }) {
      return listReply(await sessions.fills(params.id, pageOf(query)), wireSessionFill);
    },

    async listSessionEquity({ params, query }) {
      return listReply(await sessions.equity(params.id, pageOf(query)), wireEquityPoint);
    },

    getSessionDrift: async ({ params }) => wireDrift(await sessions.drift(params.id)),

    pauseSession: act("pause"),
    resumeSession: act("resume"),
    flattenSession: act("flatten"),
    stopSession: act("stop"),
  };
}

/** Names of the acts in the audit trail. */
const ACTIONS = {
  pause: "session.paused",
  resume: "session.resumed",
  flatten: "session.flattened",
  stop: "session.stopped",
} as const satisfies Readonly<Record<SessionAct, string>>;

/** Writes the row of an act in its transaction; the subject is the session. */
function inTrail(
  trail: BacktestService["trail"],
  { identity, clientAddress }: Context,
  facts: Pick<AuditFacts, "action" | "details">,
): NonNullable<SessionCallOptions["also"]> {
  const address = clientAddress ?? null;
  return (tx, subject) =>
    trail.appendIn(tx, { ...backtestAuditCaller(identity), address, subject, ...facts });
}

function pageOf(query: {
  readonly limit: number;
  readonly cursor?: string | undefined;
}): SessionPageQuery {
  return withoutUndefined(query);
}

/** Refusal of a live session by a server whose operator has named no account. */
const NO_ACCOUNT =
  'This server has no account for live sessions, so the broker "live" is not supported. Set EXECUTION_ACCOUNT and EXECUTION_PROVIDER=bybit, or choose the broker "paper".';

/** Turns an error about a body into a 422 that names the field. */
function sessionRefusal(error: unknown, body: SessionRequest): unknown {
  if (hasCode(error, "STRATEGY_UNBOUNDED")) {
    return refuseMember(error, "STRATEGY_UNBOUNDED", "strategy");
  }
  if (isSessionError(error, "BROKER_UNSUPPORTED")) {
    const { code, details } = error;
    const isAccountMissing = details.broker === "live" && details.feature === undefined;
    const message = isAccountMissing ? NO_ACCOUNT : wireWords(error.message);
    return new Problem({ code, status: 501, message }, { cause: error });
  }
  return bodyRefusal(error, body);
}
