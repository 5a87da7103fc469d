/** The sessions of a service: over the streams of its exchanges, told in its feed. */

import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { Clock, Ids, Store } from "@bourse/kernel";

import { recordEvent } from "../events/event-log.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import type { ServiceGuardOptions } from "../risk/guard-account.ts";
import type { CandleStream } from "../streams/port.ts";
import { createStreamDirectory, type StreamDirectory } from "../streams/stream-directory.ts";
import type { LiveAccount } from "./live/live-account.ts";
import type { TradingSessions } from "./port.ts";
import { createTradingSessions, type TradingSessionsOptions } from "./trading-sessions.ts";

/** Maximum numbers of sessions, the time that decisions are kept, and the lease of the process that runs them. */
export type ServiceSessionOptions = Pick<
  TradingSessionsOptions,
  "maxSessions" | "maxOwnerSessions" | "maxRunning" | "leaseMilliseconds" | "keepDecisionsDays"
>;

/** Account of the live sessions of a service, whose limits are those of the service's guard. */
export type ServiceLiveAccount = Omit<LiveAccount, "risk">;

/** The sessions that callers of a service see: the service itself starts and ends their running. */
export type ServiceSessions = Omit<TradingSessions, "start" | "close">;

/** Parts that the sessions of a service are opened over. */
export interface OpenSessionsParts {
  readonly store: Store;
  readonly exchanges: ExchangeDirectory;
  readonly streams?: StreamDirectory;
  readonly strategies: StrategyRegistry;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  readonly sessions?: ServiceSessionOptions;
  readonly live?: ServiceLiveAccount | undefined;
  readonly guard?: ServiceGuardOptions | undefined;
  /** True for a process that runs sessions; any other one creates and reads them. Default true. */
  readonly runsSessions?: boolean;
  readonly onError: (error: unknown) => void;
}

/** The sessions of a service, and the start and end of their running in this process. */
export interface OpenedSessions {
  readonly sessions: ServiceSessions;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the sessions of a service without running any. */
export function openSessions(parts: OpenSessionsParts): OpenedSessions {
  const { store, exchanges, strategies, clock, ids, live, guard } = parts;
  const { runsSessions = true, onError } = parts;
  const streams = parts.streams ?? createStreamDirectory({ exchanges, clock });
  const sessions = createTradingSessions({
    ...parts.sessions,
    store,
    streams: streamsByName(exchanges, streams),
    defaultExchange: exchanges.defaultName,
    strategies,
    clock,
    ids,
    ...(live !== undefined && { live: { ...live, risk: guard?.limits ?? {} } }),
    tell: async (tx, event) => {
      await recordEvent(tx, event);
    },
    onError,
  });
  let isStarted = false;
  return {
    sessions,
    async start() {
      if (!runsSessions) return;
      isStarted = true;
      await sessions.start();
    },
    async close() {
      if (isStarted) await sessions.close();
    },
  };
}

/** Streams by name that are looked up when a session follows them: most exchanges are never followed. */
function streamsByName(
  { names }: ExchangeDirectory,
  streams: StreamDirectory,
): Readonly<Record<string, CandleStream>> {
  const follow = (exchange: string): CandleStream["follow"] => {
    return (series, signal) => streams.find(exchange).follow(series, signal);
  };
  return Object.fromEntries(
    names.map((exchange) => [exchange, { exchange, follow: follow(exchange) }]),
  );
}
