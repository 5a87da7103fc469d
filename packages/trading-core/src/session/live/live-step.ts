/** Decisions and fills of a live session. */

import type { SaidSignal } from "@bourse/backtest-engine/stepper";

import type { StreamedCandle } from "../../streams/port.ts";
import type { SessionDecision, SessionFill } from "../session.ts";
import type { BookedFill } from "./live-books.ts";

/** The outcome of one candle. */
export interface LiveStep {
  /** The decision; the time of its commit is the caller's to add. */
  readonly decision: Omit<SessionDecision, "decidedAt">;
  /** Signal with its terms; null for a strategy by orders. */
  readonly said: SaidSignal | null;
}

/** A fill of one order, exact and as the session shows it. */
export interface LiveSessionFill {
  readonly fill: SessionFill;
  readonly exact: BookedFill;
}

/** A decision that was taken before, to be taken again. */
export interface TakenDecision {
  readonly candle: StreamedCandle;
  readonly said: SaidSignal | null;
  readonly decision: SessionDecision;
}
