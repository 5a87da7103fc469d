/** A session's kernel from the stored candles and acts: every decision as it was taken, none anew. */

import { EngineError } from "@bourse/backtest-engine";
import type { AnyStrategy } from "@bourse/backtest-engine/strategies";
import { hasCode, type StoreReader } from "@bourse/kernel";

import { SessionKernel } from "../session/session-kernel.ts";
import { sessionSteps, type SessionDocument, type StoredMove } from "./collections.ts";
import { definitionOf } from "./create-session.ts";
import { allOf } from "./read-session.ts";

/** A kernel that stands where its session stands. */
export interface RunningSession {
  readonly kernel: SessionKernel;
  /** Number of acts that it has taken. */
  moves: number;
}

/**
 * @throws EngineError STRATEGY_INVALID when the strategy now decides otherwise than it did; errors as those of
 * `SessionKernel.step`
 */
export async function rebuildSession(
  reader: StoreReader,
  document: SessionDocument,
  strategy: AnyStrategy,
): Promise<RunningSession> {
  const running = { kernel: new SessionKernel(definitionOf(document, strategy)), moves: 0 };
  for await (const { index, candle, said, decision } of allOf(reader, sessionSteps, document.id)) {
    takeMoves(running, document.moves, index);
    const again = running.kernel.step({ candle, isLate: decision.isLate, said: said ?? undefined });
    if (again.decision.decisionHash !== decision.decisionHash) throw otherwise(document, index);
  }
  takeMoves(running, document.moves, document.candles);
  return running;
}

/** The error of a strategy that decides otherwise than it did. */
export function otherwise({ request }: SessionDocument, index: number): EngineError {
  const { strategy } = request;
  const fault = `decision ${index} came out otherwise than before the restart: its code has changed, or it is not pure. Start a new session`;
  return new EngineError("STRATEGY_INVALID", `Strategy ${strategy}: ${fault}.`, {
    details: { strategy, faults: [fault] },
  });
}

/**
 * Takes the acts that stand before candle `at`. `isLenient`: the kernel plays a session that was in another state by
 * then, so an act waits for the end of a flattening, and is passed over where the state does not allow it.
 */
export function takeMoves(
  running: RunningSession,
  moves: readonly StoredMove[],
  at: number,
  isLenient = false,
): void {
  const { kernel } = running;
  for (;;) {
    const move = moves[running.moves];
    if (move === undefined || move.at > at) return;
    try {
      kernel.act(move.move);
    } catch (error) {
      if (!isLenient || !hasCode(error, "SESSION_STATE")) throw error;
      if (kernel.state === "flattening") return;
    }
    running.moves++;
  }
}
