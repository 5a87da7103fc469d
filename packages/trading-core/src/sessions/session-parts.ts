/** The parts that the acts of the session service work on. */

import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { Clock, Ids, Store, Transaction } from "@bourse/kernel";

import { SessionError } from "../session/errors.ts";
import type { SessionEvent, SessionSubject } from "../session/session-event.ts";
import type { CandleStream } from "../streams/port.ts";
import type { SessionDocument } from "./collections.ts";
import type { ResolvedLiveAccount } from "./live/live-account.ts";

/** Work in the transaction of each event of a session, such as its record in the feed. */
export type TellSession = (tx: Transaction, event: SessionEvent) => Promise<void>;

/** Parts of the service. */
export interface SessionParts {
  readonly store: Store;
  readonly streams: Readonly<Record<string, CandleStream>>;
  readonly defaultExchange: string;
  readonly strategies: StrategyRegistry;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  readonly tell: TellSession;
  readonly maxSessions: number;
  readonly maxOwnerSessions: number;
  readonly maxRunning: number;
  readonly leaseMilliseconds: number;
  readonly keepDecisionsDays: number;
  /** Account of live sessions; undefined where there is none. */
  readonly live: ResolvedLiveAccount | undefined;
  readonly onError: (error: unknown, sessionId: string | undefined) => void;
}

/** The part of a session that its events carry. */
export function subjectOf({
  id,
  state,
  reason,
  lastCandleTime,
  request,
  books,
}: SessionDocument): SessionSubject {
  const { strategy, symbol } = request;
  return { id, state, reason, lastCandleTime, strategy, symbol, equity: books.equity };
}

/** The refusal of a session that is not there. */
export function unknownSession(id: string): SessionError<"SESSION_UNKNOWN"> {
  return new SessionError("SESSION_UNKNOWN", `There is no session ${id.slice(0, 64)}.`, {
    details: { id },
  });
}
