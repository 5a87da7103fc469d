import { BourseError, hasCode, type CodeGuard, type ErrorArguments } from "@bourse/kernel";

import type { SessionState } from "./session.ts";

/** The details of each error code of sessions. A server maps each code to a status in its `translate.ts`. */
export interface SessionErrorDetails {
  /** No session has this id. */
  readonly SESSION_UNKNOWN: {
    /** Id of the session. */
    readonly id: string;
  };
  /** The session's state does not allow the call; `state` is the current one. */
  readonly SESSION_STATE: {
    /** Id of the session. */
    readonly id: string;
    /** Current state. */
    readonly state: SessionState;
  };
  /** The strategy decides over arrays and declares no look-back, so no session can bound what it reads. */
  readonly STRATEGY_UNBOUNDED: {
    /** Name of the strategy. */
    readonly strategy: string;
  };
  /** Sessions cannot trade through this broker, or not with this feature. */
  readonly BROKER_UNSUPPORTED: {
    /** The broker that was asked for. */
    readonly broker: string;
    /** Feature that sessions on this broker lack; absent where the broker as a whole is not there. */
    readonly feature?: string;
  };
  /** Another live session trades the symbol on this account. */
  readonly SESSION_CONFLICT: {
    /** Id of that session. */
    readonly id: string;
    /** Id of the account. */
    readonly account: string;
    /** Symbol of the market. */
    readonly symbol: string;
  };
}

/** Every way in which sessions refuse a call of their own; {@link SessionErrorDetails} describes each. */
export type SessionErrorCode = keyof SessionErrorDetails;

/** An error of sessions; its code determines the type of its details. */
export class SessionError<Code extends SessionErrorCode = SessionErrorCode> extends BourseError<
  Code,
  SessionErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<SessionErrorDetails[Code]>) {
    super(code, message, ...options);
  }
}

/** Tells whether a caught value is an error of sessions with one of the codes, and narrows its details. */
export const isSessionError: CodeGuard<SessionErrorDetails> =
  hasCode as CodeGuard<SessionErrorDetails>;
