/** The creation of a session. */

import { EngineError } from "@bourse/backtest-engine";
import { checkRunOptions } from "@bourse/backtest-engine/checks";
import { addIntervals, intervalOpen, normaliseInterval } from "@bourse/backtest-engine/data";
import type { SimulationOptions } from "@bourse/backtest-engine/simulation";
import { engineVersion, lookBackOf } from "@bourse/backtest-engine/stepper";
import {
  isTraderStrategy,
  resolveParameters,
  type AnyStrategy,
} from "@bourse/backtest-engine/strategies";
import { didYouMean, type Transaction } from "@bourse/kernel";

import { findRequest, identifyRequest, insertRequest } from "../jobs/idempotency.ts";
import type { JsonObject } from "../jobs/job.ts";
import { ownerIdOf } from "../owner-id.ts";
import { checkQuota } from "../quotas/check-quota.ts";
import { SessionError } from "../session/errors.ts";
import { LiveKernel } from "../session/live/live-kernel.ts";
import type { SessionLive } from "../session/live/session-live.ts";
import { SessionKernel, type SessionDefinition } from "../session/session-kernel.ts";
import type { Session, SessionRequest } from "../session/session.ts";
import { sessionCounters, sessions, viewSession, type SessionDocument } from "./collections.ts";
import { checkLiveRequest, checkPaperRequest } from "./live/check-live-request.ts";
import { claimSymbol } from "./live/claim.ts";
import type { SessionCreateOptions } from "./port.ts";
import { findSession } from "./read-session.ts";
import { subjectOf, type SessionParts } from "./session-parts.ts";

/** Candles that a strategy by orders without a look-back is told before it trades. */
const TRADER_WARM_UP = 500;

/** Most candles of a warm-up. */
const MOST_WARM_UP = 100_000;

/** Names of a request that are no options of the simulation. */
const OWN = [
  "strategy",
  "parameters",
  "symbol",
  "interval",
  "exchange",
  "broker",
  "warmUpCandles",
  "startTime",
  "risk",
  "confirmAccount",
] as const;

/** Options of the engine that a session does not take, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  detail: "finer candles are not streamed",
  detailInterval: "finer candles are not streamed",
  dividends: "they are not known in advance",
  splits: "they are not known in advance",
  rolls: "they are not known in advance",
  contract: "sessions trade spot and perpetual contracts",
  calendar: "sessions trade around the clock",
  flatByClose: "sessions trade around the clock",
  trainSplit: "warmUpCandles has its place",
  symbols: "a session has one symbol",
};

/** @throws as `TradingSessions.create` */
export async function createSession(
  parts: SessionParts,
  request: SessionRequest,
  { owner, idempotencyKey, also }: SessionCreateOptions = {},
): Promise<Session> {
  const { store, clock, ids, maxSessions, maxOwnerSessions } = parts;
  const fresh = await freshSession(parts, request, ids.uuid(), clock.now());
  const ownerId = owner === undefined ? null : ownerIdOf(owner);
  const identity = identifyRequest({ idempotencyKey, owner }, "session", asSent(request));
  const work = async (tx: Transaction): Promise<SessionDocument> => {
    const now = fresh.createdAt;
    const repeated = identity && (await findRequest(tx, identity, now));
    if (repeated !== undefined) return (await findSession(tx, repeated.jobUuid)).value;
    const counter = await tx.get(sessionCounters, "sessions");
    const number = (counter?.value.last ?? 0) + 1;
    const held = await tx.count(sessions, { index: "by_kept", equals: [true] });
    checkQuota({ what: "sessions", held, limit: maxSessions, advice: "Stop one of them." });
    if (ownerId !== null) {
      const own = await tx.count(sessions, { index: "by_owner", equals: [ownerId, true] });
      const what = "sessions of this caller";
      checkQuota({ what, held: own, limit: maxOwnerSessions, advice: "Stop one of them." });
    }
    if (counter === undefined) await tx.insert(sessionCounters, { id: "sessions", last: number });
    else await tx.replace(sessionCounters, { id: "sessions", last: number }, counter.version);
    const { live } = fresh;
    if (live !== undefined) await claimSymbol(tx, fresh.id, live.account, request.symbol);
    const { value } = await tx.insert(sessions, { ...fresh, number, ownerId });
    if (identity !== undefined) await insertRequest(tx, identity, value.id, now);
    const timestamp = value.createdAt;
    await parts.tell(tx, { type: "session.created", timestamp, session: subjectOf(value) });
    await also?.(tx, value.id);
    return value;
  };
  return viewSession(await store.transaction(work));
}

/** A request without what was left out, as its key stands for it. */
function asSent(request: SessionRequest): JsonObject {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

async function freshSession(
  { streams, defaultExchange, strategies, live: account }: SessionParts,
  request: SessionRequest,
  id: string,
  now: number,
): Promise<Omit<SessionDocument, "number" | "ownerId">> {
  checkNames(request);
  const { broker = "paper", exchange = defaultExchange, initialCapital } = request;
  if (broker !== "paper" && (broker !== "live" || account === undefined)) {
    throw unsupportedBroker(broker);
  }
  if (!Object.hasOwn(streams, exchange)) throw unknownExchange(exchange, Object.keys(streams));
  if (broker === "paper") checkPaperRequest(request);
  else if (account !== undefined) checkLiveRequest(request, account, exchange);
  const interval = normaliseInterval(request.interval);
  const strategy = strategies.get(request.strategy);
  const parameters = resolveParameters(strategy, request.parameters ?? {});
  const warmUp = warmUpOf(strategy, parameters, request);
  const wanted = request.startTime ?? intervalOpen(interval, now);
  const open = intervalOpen(interval, wanted);
  const startTime = open < wanted ? addIntervals(interval, open, 1) : open;
  const document = {
    id,
    request,
    parameters,
    interval,
    startTime,
    strategyVersion: strategy.version,
  };
  const definition = definitionOf(document, strategy);
  const books =
    broker === "live" && account !== undefined
      ? new LiveKernel(definition, await account.instruments(request.symbol)).shownBooks
      : new SessionKernel(definition).books;
  return {
    ...document,
    state: "warming",
    reason: null,
    engineVersion,
    exchange,
    broker,
    candles: 0,
    lateCandles: 0,
    corrections: 0,
    lastCandleTime: null,
    staleSince: null,
    books: { ...books, equity: initialCapital, cash: initialCapital },
    orders: 0,
    fills: 0,
    createdAt: now,
    updatedAt: now,
    stoppedAt: null,
    ...(broker === "live" && account !== undefined && { live: freshLive(account.account) }),
    isKept: true,
    isFollowing: true,
    holder: null,
    moves: [],
    after: addIntervals(interval, startTime, -warmUp - 1),
  };
}

function freshLive(account: string): SessionLive {
  return {
    account,
    basePosition: null,
    ownPosition: "0",
    unconfirmed: 0,
    foreignOrders: 0,
    reconciledAt: null,
  };
}

/** The definition of a stored session for its kernel. */
export function definitionOf(
  {
    id,
    startTime,
    parameters,
    interval,
    request,
  }: Pick<SessionDocument, "id" | "startTime" | "parameters" | "interval" | "request">,
  strategy: AnyStrategy,
): SessionDefinition {
  return {
    id,
    strategy,
    parameters,
    symbol: request.symbol,
    interval: normaliseInterval(interval),
    startTime,
    options: optionsOf(request),
  };
}

function optionsOf(request: SessionRequest): SimulationOptions {
  const own = new Set<string>(OWN);
  return Object.fromEntries(
    Object.entries(request).filter(([name, value]) => !own.has(name) && value !== undefined),
  ) as SimulationOptions;
}

/** @throws EngineError OPTIONS_INVALID for what a session does not take */
function checkNames(request: SessionRequest): void {
  const { symbol } = request;
  for (const [name, reason] of Object.entries(REFUSED)) {
    if (!Object.hasOwn(request, name)) continue;
    throw refusal(name, `is not an option of a session: ${reason}. Leave it out.`);
  }
  if (typeof symbol !== "string" || !/^\S{1,64}$/u.test(symbol)) {
    throw refusal("symbol", "must be a text of 1 to 64 characters without spaces.");
  }
  if (typeof request.initialCapital !== "number") {
    throw refusal("initialCapital", "must be a number above 0.");
  }
  checkRunOptions(request);
  const { startTime } = request;
  if (startTime !== undefined && !(Number.isSafeInteger(startTime) && startTime >= 0)) {
    throw refusal("startTime", "must be a time in whole milliseconds since 1970.");
  }
}

function warmUpOf(
  strategy: AnyStrategy,
  parameters: Readonly<Record<string, unknown>>,
  { warmUpCandles }: SessionRequest,
): number {
  const lookBack = lookBackOf(strategy, parameters);
  if (lookBack === undefined && !isTraderStrategy(strategy)) throw unbounded(strategy.name);
  const warmUp = warmUpCandles ?? lookBack ?? TRADER_WARM_UP;
  if (Number.isInteger(warmUp) && warmUp >= 0 && warmUp <= MOST_WARM_UP) return warmUp;
  throw refusal("warmUpCandles", `must be a whole number from 0 to ${MOST_WARM_UP}.`);
}

function refusal(option: string, fault: string): EngineError<"OPTIONS_INVALID"> {
  return new EngineError("OPTIONS_INVALID", `session: option "${option}" ${fault}`, {
    details: { option },
  });
}

function unbounded(strategy: string): SessionError<"STRATEGY_UNBOUNDED"> {
  return new SessionError(
    "STRATEGY_UNBOUNDED",
    `Strategy ${strategy} decides over arrays and declares no lookBack, so a session cannot bound what it reads. Declare one in its definition, or write it as a strategy by orders.`,
    { details: { strategy } },
  );
}

function unsupportedBroker(broker: string): SessionError<"BROKER_UNSUPPORTED"> {
  const named = JSON.stringify(broker.slice(0, 40));
  const message =
    broker === "live"
      ? 'This service has no account for live sessions, so the broker "live" is not supported. Create it with the option "live", or choose the broker "paper".'
      : `Sessions trade through the broker "paper" or "live"; ${named} is not supported.`;
  return new SessionError("BROKER_UNSUPPORTED", message, {
    details: { broker: broker.slice(0, 40) },
  });
}

function unknownExchange(name: string, known: readonly string[]): EngineError<"EXCHANGE_UNKNOWN"> {
  return new EngineError(
    "EXCHANGE_UNKNOWN",
    `No stream of candles is known by the name ${JSON.stringify(name.slice(0, 40))}; known: ${known.join(", ")}.${didYouMean(name, known)}`,
    { details: { known } },
  );
}
