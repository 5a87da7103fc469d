/** The run of one session in the process that holds it. */

import { isEngineError } from "@bourse/backtest-engine";
import { intervalMilliseconds, normaliseInterval } from "@bourse/backtest-engine/data";
import { hasCode, StoreError, type Versioned } from "@bourse/kernel";

import type { ClosedCandleNews, CorrectedCandleNews, StreamNews } from "../streams/port.ts";
import { sessions, type SessionDocument } from "./collections.ts";
import { commitStep } from "./commit-step.ts";
import { keepCorrection } from "./keep-correction.ts";
import { findSession } from "./read-session.ts";
import { rebuildSession, takeMoves, type RunningSession } from "./rebuild-session.ts";
import { subjectOf, type SessionParts } from "./session-parts.ts";
import { tellStaleness } from "./tell-staleness.ts";

/** Thrown where this process no longer holds the session, or it follows its candles no more: the run ends. */
export class NotHeld extends Error {}

/** Fault of a strategy or of its candles, which halts the session. */
export class StepFailed extends Error {}

/**
 * Follows the candles of a session and works them off, until `signal` aborts, another process has it, or it is halted
 * or stopped. An act that comes while a candle is worked off has the kernel rebuilt. Errors of the store end the run:
 * the next look for sessions takes it up again.
 */
export async function runSession(
  parts: SessionParts,
  id: string,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const run = new SessionRun(parts, id, holder);
  while (!signal.aborted) {
    try {
      await run.follow(signal);
      return;
    } catch (error) {
      if (error instanceof NotHeld) return;
      if (hasCode(error, "STORE_CONFLICT")) continue;
      if (error instanceof StepFailed || isEngineError(error)) await halt(parts, id, holder, error);
      else parts.onError(error, id);
      return;
    }
  }
}

class SessionRun {
  readonly #parts: SessionParts;
  readonly #id: string;
  readonly #holder: string;

  constructor(parts: SessionParts, id: string, holder: string) {
    this.#parts = parts;
    this.#id = id;
    this.#holder = holder;
  }

  async follow(signal: AbortSignal): Promise<void> {
    const { store, strategies, streams } = this.#parts;
    let document = await this.#read();
    const strategy = strategies.get(document.value.request.strategy);
    const running = await failing(() => rebuildSession(store, document.value, strategy));
    const { exchange, request, lastCandleTime, after } = document.value;
    const interval = normaliseInterval(document.value.interval);
    const stream = streams[exchange];
    if (stream === undefined) throw new StepFailed(`There is no stream of ${exchange} any more.`);
    const series = { symbol: request.symbol, interval, after: lastCandleTime ?? after };
    const late = intervalMilliseconds(interval);
    for await (const news of stream.follow(series, signal)) {
      document = await this.#take(document, running, news, late);
      if (signal.aborted) return;
    }
  }

  async #take(
    known: Versioned<SessionDocument>,
    running: RunningSession,
    news: StreamNews,
    late: number,
  ): Promise<Versioned<SessionDocument>> {
    switch (news.kind) {
      case "candle":
        return await this.#step(running, news, news.lateMilliseconds >= late);
      case "correction":
        return await this.#correct(news);
      case "stale":
      case "fresh": {
        const staleSince = news.kind === "stale" ? (news.lastMessageAt ?? this.#now()) : null;
        return await this.#noteStaleness(staleSince);
      }
      case "clock":
        return known;
    }
  }

  async #step(
    running: RunningSession,
    { candle }: ClosedCandleNews,
    isLate: boolean,
  ): Promise<Versioned<SessionDocument>> {
    const read = await this.#read();
    const { value } = read;
    const { kernel } = running;
    if (candle.time <= (value.lastCandleTime ?? -Infinity)) return read;
    const step = await failing(() => {
      takeMoves(running, value.moves, kernel.length);
      return kernel.step({ candle, isLate });
    });
    return await commitStep(this.#parts, read, running, step, candle);
  }

  /** Keeps a candle that was told anew, for the comparison with the simulation. */
  async #correct({ candle }: CorrectedCandleNews): Promise<Versioned<SessionDocument>> {
    return await this.#parts.store.transaction(async (tx) =>
      keepCorrection(tx, this.#held(await findSession(tx, this.#id)), candle),
    );
  }

  async #noteStaleness(staleSince: number | null): Promise<Versioned<SessionDocument>> {
    return await this.#parts.store.transaction(async (tx) => {
      const { value, version } = this.#held(await findSession(tx, this.#id));
      const after: SessionDocument = { ...value, staleSince, updatedAt: this.#now() };
      await tellStaleness(this.#parts, tx, value, after);
      return await tx.replace(sessions, after, version);
    });
  }

  async #read(): Promise<Versioned<SessionDocument>> {
    return this.#held(await findSession(this.#parts.store, this.#id));
  }

  #held(found: Versioned<SessionDocument>): Versioned<SessionDocument> {
    if (found.value.holder !== this.#holder || !found.value.isFollowing) throw new NotHeld();
    return found;
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}

/** Turns every error of strategy and candles into one that halts the session. */
export async function failing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StepFailed(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : "The strategy has thrown what is no error.";
}

/** Halts a session whose strategy or candles have failed: nothing of the step stands. */
export async function halt(
  { store, clock, tell, onError }: SessionParts,
  id: string,
  holder: string,
  error: unknown,
): Promise<void> {
  try {
    await store.transaction(async (tx) => {
      const { value, version } = await findSession(tx, id);
      if (value.holder !== holder || !value.isFollowing || value.state === "stopped") return;
      const time = clock.now();
      const halted: SessionDocument = {
        ...value,
        state: "halted",
        reason: reasonOf(error).slice(0, 500),
        isFollowing: false,
        holder: null,
        moves: [...value.moves, { at: value.candles, move: "halt", time }],
        updatedAt: time,
      };
      await tx.replace(sessions, halted, version);
      await tell(tx, { type: "session.changed", timestamp: time, session: subjectOf(halted) });
    });
  } catch (failure) {
    onError(failure, id);
  }
}
