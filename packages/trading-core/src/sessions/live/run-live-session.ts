/** The run of one live session in the process that holds it. */

import { isEngineError } from "@bourse/backtest-engine";
import { intervalMilliseconds, normaliseInterval } from "@bourse/backtest-engine/data";
import { hasCode, pauseInBackground, StoreError } from "@bourse/kernel";

import { isSessionError } from "../../session/errors.ts";
import type { StreamedCandle, StreamNews } from "../../streams/port.ts";
import { keepCorrection } from "../keep-correction.ts";
import { findSession } from "../read-session.ts";
import { failing, halt, NotHeld, StepFailed } from "../run-session.ts";
import { cancelResting } from "./cancel-resting.ts";
import { commitLive } from "./commit-live.ts";
import { endStopped } from "./end-stopped.ts";
import { openLiveSession, tellFault, type LiveRunner, type LiveSession } from "./live-session.ts";
import { NotReconciled, reconcile } from "./reconcile.ts";
import { tendOrders } from "./tend-orders.ts";

/**
 * Follows the candles of a live session and its orders, until `signal` aborts, another process has it, or it is halted
 * or has stopped. An act that comes in between has the session opened anew from the store. Errors of the store end the
 * run: the next look for sessions takes it up again.
 */
export async function runLiveSession(
  runner: LiveRunner,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { parts } = runner;
  while (!signal.aborted) {
    try {
      await followOnce(runner, id, signal);
      return;
    } catch (error) {
      if (error instanceof NotHeld) return;
      if (hasCode(error, "STORE_CONFLICT")) continue;
      const isFault = error instanceof StepFailed || error instanceof NotReconciled;
      if (isFault || isEngineError(error) || isSessionError(error)) {
        await leaveFaulty(runner, id, error);
      } else parts.onError(error, id);
      return;
    }
  }
}

/** Halts a session that cannot go on; one that was stopped ends once nothing of it rests at the exchange. */
async function leaveFaulty(runner: LiveRunner, id: string, error: unknown): Promise<void> {
  const { parts, holder } = runner;
  try {
    if (await cancelResting(runner, id)) await endStopped(runner, id, error);
  } catch (failure) {
    parts.onError(failure, id);
  }
  await halt(parts, id, holder, error);
}

async function followOnce(runner: LiveRunner, id: string, signal: AbortSignal): Promise<void> {
  const { parts, holder } = runner;
  const document = await findSession(parts.store, id);
  const { value } = document;
  if (value.holder !== holder || !value.isFollowing) throw new NotHeld();
  const strategy = parts.strategies.get(value.request.strategy);
  const session = await failing(() => openLiveSession({ ...runner, document }, strategy));
  await new LiveRun(session).follow(signal);
}

/** Rounds of one look at the orders: a protecting order that is replaced ends in one, and is sent anew in the next. */
const ROUNDS = 3;

class LiveRun {
  readonly #session: LiveSession;
  /** Acts of this run, one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #reconciledAt = -Infinity;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  /** Tends the orders now and then, and works off candles as they come; the first fault ends both. */
  async follow(signal: AbortSignal): Promise<void> {
    const inner = new AbortController();
    const both = AbortSignal.any([signal, inner.signal]);
    const tending = this.#tendOn(both).finally(() => {
      inner.abort();
    });
    const failed = tending.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    try {
      await this.#followCandles(both);
    } finally {
      inner.abort();
      await failed;
    }
    const fault = await failed;
    if (fault !== undefined) throw fault.error;
  }

  async #followCandles(signal: AbortSignal): Promise<void> {
    const { parts, document } = this.#session;
    const { exchange, request, lastCandleTime, after } = document.value;
    const interval = normaliseInterval(document.value.interval);
    const stream = parts.streams[exchange];
    if (stream === undefined) throw new StepFailed(`There is no stream of ${exchange} any more.`);
    const series = { symbol: request.symbol, interval, after: lastCandleTime ?? after };
    for await (const news of stream.follow(series, signal)) {
      await this.#inTurn(() => this.#take(news, intervalMilliseconds(interval)));
      if (signal.aborted) return;
    }
  }

  async #tendOn(signal: AbortSignal): Promise<void> {
    const { parts, account } = this.#session;
    do {
      const isOver = await this.#inTurn(() => this.#tend(signal));
      if (isOver) return;
    } while (await pauseInBackground(parts.clock, account.pollMilliseconds, signal));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** Takes acts, compares with the exchange when that is due, and brings the orders forward. True when it is over. */
  async #tend(signal: AbortSignal): Promise<boolean> {
    const session = this.#session;
    const { kernel, parts, account } = session;
    if (signal.aborted) return false;
    await this.#lookForChanges();
    await this.#takeActs();
    const due = this.#reconciledAt + account.reconcileMilliseconds;
    if (parts.clock.monotonic() >= due) {
      try {
        await reconcile(session);
        this.#reconciledAt = parts.clock.monotonic();
      } catch (error) {
        if (error instanceof NotReconciled) throw error;
        tellFault(session, error);
      }
    }
    // Nothing is sent before the account was read once.
    if (!isRead(session)) return false;
    await this.#bringForward();
    const isOver = kernel.state === "stopped" && kernel.orders.waiting.length === 0;
    if (isOver) await commitLive(session, { isOver });
    return isOver;
  }

  /** Tends the orders, and what follows from how far they have come. */
  async #bringForward(): Promise<void> {
    const session = this.#session;
    const { kernel, parts } = session;
    for (let round = 0; round < ROUNDS; round++) {
      await tendOrders(session);
      kernel.leaveIdle();
      kernel.closeOn(parts.clock.now());
      kernel.protect(parts.clock.now());
      if (kernel.state === session.document.value.state && !kernel.orders.hasChanges) return;
      await commitLive(session, {});
    }
    await tendOrders(session);
  }

  /** Opens the session anew when another process has changed it. @throws StoreError STORE_CONFLICT */
  async #lookForChanges(): Promise<void> {
    const { parts, document, holder, isHeld } = this.#session;
    const found = await findSession(parts.store, document.value.id);
    const { value, version } = found;
    if (value.holder !== holder || !value.isFollowing || !isHeld()) throw new NotHeld();
    if (version === document.version) return;
    throw new StoreError("STORE_CONFLICT", `Session ${value.id} was changed.`);
  }

  async #takeActs(): Promise<void> {
    const { kernel, parts, document } = this.#session;
    const { moves, movesTaken = 0 } = document.value;
    if (moves.length === movesTaken) return;
    for (const { move } of moves.slice(movesTaken)) kernel.act(move, parts.clock.now());
    await commitLive(this.#session, { document: { movesTaken: moves.length } });
  }

  async #take(news: StreamNews, late: number): Promise<void> {
    const session = this.#session;
    switch (news.kind) {
      case "candle":
        await this.#step(news.candle, news.lateMilliseconds >= late);
        break;
      case "correction":
        session.document = await session.parts.store.transaction((tx) =>
          keepCorrection(tx, session.document, news.candle),
        );
        break;
      case "stale":
      case "fresh": {
        const now = session.parts.clock.now();
        const staleSince = news.kind === "stale" ? (news.lastMessageAt ?? now) : null;
        await commitLive(session, { document: { staleSince } });
        break;
      }
      case "clock":
    }
  }

  async #step(candle: StreamedCandle, isLate: boolean): Promise<void> {
    const session = this.#session;
    const { kernel, parts } = session;
    await this.#lookForChanges();
    await this.#takeActs();
    if (kernel.state === "stopped") return;
    if (candle.time <= (session.document.value.lastCandleTime ?? -Infinity)) return;
    const step = await failing(() => kernel.step(candle, isLate, parts.clock.now()));
    await commitLive(session, { step: { ...step, candle } });
    if (isRead(session)) await this.#bringForward();
  }
}

/** True once the position of the account was read. */
function isRead({ document }: LiveSession): boolean {
  return typeof document.value.live?.basePosition === "string";
}
