/** The service of trading sessions. */

import { createStrategyRegistry, type StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  absentOr,
  allOf,
  anyFunction,
  anyJson,
  anyText,
  checkedCalls,
  functionOption,
  integerOption,
  KernelError,
  objectOf,
  optionsOf,
  pauseInBackground,
  portOption,
  recordOf,
  resolveOptions,
  shapedOption,
  systemClock,
  systemIds,
  textOption,
  wholeNumber,
  type CallSignatures,
  type Clock,
  type Ids,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import type { Session } from "../session/session.ts";
import type { CandleStream } from "../streams/port.ts";
import { wrongArgument } from "../wrong-argument.ts";
import { actOnSession } from "./act-on-session.ts";
import { viewSession } from "./collections.ts";
import { createSession } from "./create-session.ts";
import { driftOf } from "./drift.ts";
import { forgetDecisions } from "./forget-decisions.ts";
import { liveOption, resolveLiveAccount, type LiveAccount } from "./live/live-account.ts";
import type { TradingSessions } from "./port.ts";
import {
  findSession,
  listSessions,
  readDecisions,
  readEquity,
  readFills,
  readOrders,
} from "./read-session.ts";
import type { SessionParts, TellSession } from "./session-parts.ts";
import { SessionWorker } from "./session-worker.ts";

/** Options of {@link createTradingSessions}. */
export interface TradingSessionsOptions {
  /** Store opened with {@link sessionCollections}; the service never closes it. */
  readonly store: Store;
  /** Streams of candles by the name of the exchange. */
  readonly streams: Readonly<Record<string, CandleStream>>;
  /** Exchange of a request that names none; one of `streams`. */
  readonly defaultExchange: string;
  /** Strategies by name. Default: the built-in strategies. */
  readonly strategies?: StrategyRegistry;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Source of uuids. Default: random. */
  readonly ids?: Pick<Ids, "uuid">;
  /**
   * Work in the transaction of each event, such as its record in the feed; with its error the step is not taken. The
   * store may call it again after a conflict. Default: none.
   */
  readonly tell?: TellSession;
  /** Maximum number of sessions that are not stopped. 1–100,000, default 1000. */
  readonly maxSessions?: number;
  /** Maximum number of such sessions of one owner. 1–100,000, default 100. */
  readonly maxOwnerSessions?: number;
  /** Maximum number of sessions that this process runs. 1–100,000, default 1000. */
  readonly maxRunning?: number;
  /**
   * Lease of this process in milliseconds: another takes over its sessions so long after its end. 100–86,400,000,
   * default 6000.
   */
  readonly leaseMilliseconds?: number;
  /**
   * Days after which the decisions of a stopped session are deleted, with its candles and equity; its record, orders
   * and fills stay. 0–36,500, default 0: they are kept.
   */
  readonly keepDecisionsDays?: number;
  /**
   * Account that sessions of the broker `live` trade on; the store is opened with `riskCollections` and the collections
   * of events too. Default: none, such sessions are refused.
   */
  readonly live?: LiveAccount;
  /** Called with errors of the store and of streams; the session is taken up again. Default: no-op. */
  readonly onError?: (error: unknown, sessionId: string | undefined) => void;
}

/**
 * Creates the service over a store and streams of candles. It runs sessions between `start` and `close`; any number of
 * processes may share the store, and each session is run by one of them.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createTradingSessions(given: TradingSessionsOptions): TradingSessions {
  const resolved = resolveOptions("createTradingSessions", given, RULES);
  const live = given.live === undefined ? undefined : resolveLiveAccount(given.live);
  const parts: SessionParts = { ...resolved, live };
  if (!Object.hasOwn(parts.streams, parts.defaultExchange)) {
    const known = Object.keys(parts.streams).join(", ");
    const message = `createTradingSessions: option "defaultExchange" must be one of ${known}.`;
    throw new KernelError("OPTION_INVALID", message, { details: { option: "defaultExchange" } });
  }
  const { store } = parts;
  const worker = new SessionWorker(parts, systemIds.uuid());
  const closing = new AbortController();
  let tidying = Promise.resolve();
  let isStarted = false;
  /** Has what was changed taken up at once: a session that nobody has run so far. */
  const takenUp = async (change: Promise<Session>): Promise<Session> => {
    const session = await change;
    if (isStarted) void worker.look();
    return session;
  };
  const service: TradingSessions = {
    create: (request, given) => takenUp(createSession(parts, request, given)),
    get: async (id) => viewSession((await findSession(store, id)).value),
    list: (query) => listSessions(store, query),
    pause: (id, given) => actOnSession(parts, id, "pause", given),
    resume: (id, given) => takenUp(actOnSession(parts, id, "resume", given)),
    flatten: (id, given) => takenUp(actOnSession(parts, id, "flatten", given)),
    stop: (id, given) => takenUp(actOnSession(parts, id, "stop", given)),
    decisions: (id, page) => readDecisions(store, id, page),
    orders: (id, page) => readOrders(store, id, page),
    fills: (id, page) => readFills(store, id, page),
    equity: (id, page) => readEquity(store, id, page),
    drift: (id, given) => driftOf(parts, id, given),
    async start() {
      isStarted = true;
      await worker.start();
      tidying = tidy(parts, closing.signal);
    },
    async close() {
      closing.abort();
      await tidying;
      await worker.close();
    },
  };
  return checkedCalls("sessions", service, CALLS, [], wrongArgument);
}

/** Pause between two looks for decisions to delete, in milliseconds. */
const TIDY_EVERY = 3_600_000;

/** Deletes old decisions now and then. Never rejects. */
async function tidy(parts: SessionParts, signal: AbortSignal): Promise<void> {
  if (parts.keepDecisionsDays === 0) return;
  do {
    try {
      await forgetDecisions(parts, signal);
    } catch (error) {
      parts.onError(error, undefined);
    }
  } while (await pauseInBackground(parts.clock, TIDY_EVERY, signal));
}

const also = optionsOf({ also: absentOr(anyFunction) });
const place = { limit: absentOr(wholeNumber({ min: 1, max: 1000 })), cursor: absentOr(anyText) };
const page = absentOr(objectOf(place));
const act = { id: anyText, options: also };
const list = { id: anyText, page };

const CALLS: CallSignatures<TradingSessions> = {
  create: {
    request: allOf(
      objectOf({
        strategy: anyText,
        symbol: anyText,
        interval: anyText,
        exchange: absentOr(anyText),
        broker: absentOr(anyText),
        risk: absentOr(objectOf({})),
        confirmAccount: absentOr(anyText),
        parameters: absentOr(objectOf({})),
        warmUpCandles: absentOr(wholeNumber({ min: 0 })),
      }),
      anyJson,
    ),
    options: optionsOf({
      also: absentOr(anyFunction),
      owner: absentOr(anyText),
      idempotencyKey: absentOr(anyText),
    }),
  },
  get: { id: anyText },
  list: { query: absentOr(objectOf({ ...place, state: absentOr(anyText) })) },
  pause: act,
  resume: act,
  flatten: act,
  stop: act,
  decisions: list,
  orders: list,
  fills: list,
  equity: list,
  drift: { id: anyText, options: optionsOf({ parameters: absentOr(objectOf({})) }) },
  start: {},
  close: {},
};

const RULES: OptionRules<
  Required<Omit<TradingSessionsOptions, "live">> & { readonly live: LiveAccount | undefined }
> = {
  store: portOption<Store>(["transaction", "find", "get", "now"]),
  streams: shapedOption("streams of candles by name", recordOf(objectOf({ follow: anyFunction }))),
  defaultExchange: textOption(),
  strategies: portOption<StrategyRegistry>(["get"], { default: createStrategyRegistry() }),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Pick<Ids, "uuid">>(["uuid"], { default: systemIds }),
  tell: functionOption({ default: () => Promise.resolve() }),
  maxSessions: integerOption({ min: 1, max: 100_000, default: 1000 }),
  maxOwnerSessions: integerOption({ min: 1, max: 100_000, default: 100 }),
  maxRunning: integerOption({ min: 1, max: 100_000, default: 1000 }),
  leaseMilliseconds: integerOption({ min: 100, max: 86_400_000, default: 6000 }),
  keepDecisionsDays: integerOption({ min: 0, max: 36_500, default: 0 }),
  live: liveOption,
  onError: functionOption({ default: () => undefined }),
};
