/** A process that runs sessions: it has a lease, takes up what no living process holds, and gives back what it has. */

import { pauseInBackground, type StoreReader, type Versioned } from "@bourse/kernel";

import { sessions, sessionWorkers, type SessionDocument } from "./collections.ts";
import { runLiveSession } from "./live/run-live-session.ts";
import { runSession } from "./run-session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Most sessions that one search finds. */
const MOST_OF_PAGE = 1000;

/** One session that runs. */
interface Run {
  readonly ended: Promise<void>;
  readonly stopping: AbortController;
}

/** The running of sessions in this process. */
export class SessionWorker {
  readonly #parts: SessionParts;
  readonly #holder: string;
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, Run>();
  #runs = new AbortController();
  #looking: Promise<void> = Promise.resolve();
  #loop: Promise<void> = Promise.resolve();
  /** End of the lease by the monotonic clock, counted from before it was written. */
  #heldUntil = -Infinity;
  /** Time by the same clock from which the lease is to be renewed. */
  #renewAt = -Infinity;
  /** Milliseconds from the last look to the next end of another process's lease; one that renews it stays longer. */
  #nextEnd = Infinity;

  /** `holder`: an identifier that no other process has or had. */
  constructor(parts: SessionParts, holder: string) {
    this.#parts = parts;
    this.#holder = holder;
  }

  /** Looks for sessions now and then at three times the pace of the lease, and when that of another process ends. */
  async start(): Promise<void> {
    await this.look();
    this.#loop = this.#repeat();
  }

  /** Renews the lease and takes up sessions, where there are any. One look at a time; never rejects. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(async () => {
      await this.#lookOnce();
      if (this.#isHeld() || this.#running.size === 0 || this.#stopping.signal.aborted) return;
      // What may be another's by now is not run on; it is taken up anew if it is not.
      this.#runs.abort();
      this.#runs = new AbortController();
      await this.#ended();
      await this.#lookOnce();
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    try {
      if (this.#running.size === 0 && !(await isAnyFollowing(this.#parts.store))) return;
      await this.#renew();
      await this.#takeUp();
      this.#nextEnd = await nextEnd(this.#parts.store, this.#holder);
    } catch (error) {
      this.#nextEnd = Infinity;
      this.#parts.onError(error, undefined);
    }
  }

  #isHeld(): boolean {
    return this.#parts.clock.monotonic() < this.#heldUntil;
  }

  /** Ends all runs and gives the sessions back. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
    await this.#loop;
    this.#runs.abort();
    await this.#ended();
    try {
      await this.#giveBack();
    } catch (error) {
      this.#parts.onError(error, undefined);
    }
  }

  async #repeat(): Promise<void> {
    const { clock, leaseMilliseconds } = this.#parts;
    const { signal } = this.#stopping;
    while (await pauseInBackground(clock, Math.min(leaseMilliseconds / 3, this.#nextEnd), signal)) {
      await this.look();
    }
  }

  async #renew(): Promise<void> {
    const { store, clock, leaseMilliseconds } = this.#parts;
    const asked = clock.monotonic();
    const until = (await store.now()) + leaseMilliseconds;
    const id = this.#holder;
    await store.transaction(async (tx) => {
      const found = await tx.get(sessionWorkers, id);
      if (found === undefined) await tx.insert(sessionWorkers, { id, until });
      else await tx.replace(sessionWorkers, { id, until }, found.version);
    });
    this.#heldUntil = asked + leaseMilliseconds * 0.8;
    this.#renewAt = asked + leaseMilliseconds / 3;
  }

  /** Takes up its own sessions that do not run, those of nobody, and those of processes whose lease has ended. */
  async #takeUp(): Promise<void> {
    const { store, maxRunning } = this.#parts;
    const ended = await endedWorkers(store);
    for (const holder of [this.#holder, null, ...ended]) {
      const { items } = await store.find(sessions, {
        index: "by_holder",
        equals: [true, holder],
        limit: MOST_OF_PAGE,
      });
      if (holder === this.#holder && items.length < MOST_OF_PAGE) this.#leave(items);
      for (const found of items) {
        if (this.#running.size >= maxRunning) return;
        if (this.#running.has(found.value.id) || !this.#canRun(found.value)) continue;
        // The claims of many sessions may take longer than the lease that they stand on.
        if (this.#parts.clock.monotonic() >= this.#renewAt) await this.#renew();
        if (holder === this.#holder || (await this.#claim(found))) this.#run(found.value);
      }
      if (holder !== null && holder !== this.#holder && items.length === 0) {
        await store.delete(sessionWorkers, holder);
      }
    }
  }

  /** Makes a session this process's, if its document is as it was read and its holder's lease has ended. */
  async #claim({ value: { id }, version }: Versioned<SessionDocument>): Promise<boolean> {
    const { store } = this.#parts;
    const now = await store.now();
    return await store.transaction(async (tx) => {
      const found = await tx.get(sessions, id);
      if (found?.version !== version) return false;
      const { holder } = found.value;
      const worker = holder === null ? undefined : await tx.get(sessionWorkers, holder);
      if (worker !== undefined && worker.value.until > now) return false;
      await tx.replace(sessions, { ...found.value, holder: this.#holder }, version);
      return true;
    });
  }

  /** True unless it is a live session of an account that this process does not have. */
  #canRun({ broker, live }: SessionDocument): boolean {
    return broker === "paper" || this.#parts.live?.account === live?.account;
  }

  #run({ id, broker }: SessionDocument): void {
    const stopping = new AbortController();
    const signal = AbortSignal.any([this.#runs.signal, stopping.signal]);
    const parts = this.#parts;
    const { live: account } = parts;
    const isHeld = (): boolean => this.#isHeld();
    const runner = { parts, holder: this.#holder, isHeld };
    const run =
      broker === "live" && account !== undefined
        ? runLiveSession({ ...runner, account }, id, signal)
        : runSession(parts, id, this.#holder, signal);
    const ended = run.finally(() => this.#running.delete(id));
    this.#running.set(id, { ended, stopping });
  }

  async #ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Ends the runs of sessions that this process no longer has, or that are stopped: they wait for a candle. */
  #leave(own: readonly Versioned<SessionDocument>[]): void {
    const ids = new Set(own.map(({ value }) => value.id));
    for (const [id, { stopping }] of this.#running) if (!ids.has(id)) stopping.abort();
  }

  async #giveBack(): Promise<void> {
    const { store } = this.#parts;
    for (;;) {
      const { items } = await store.find(sessions, {
        index: "by_holder",
        equals: [true, this.#holder],
        limit: 100,
      });
      for (const { value, version } of items) {
        await store.replace(sessions, { ...value, holder: null }, version);
      }
      if (items.length === 0) break;
    }
    await store.delete(sessionWorkers, this.#holder);
  }
}

/** True while a session is to follow its candles: without one no lease is written. */
async function isAnyFollowing(reader: StoreReader): Promise<boolean> {
  const { items } = await reader.find(sessions, { index: "by_holder", equals: [true], limit: 1 });
  return items.length > 0;
}

async function endedWorkers(
  reader: StoreReader & { now(): Promise<number> },
): Promise<readonly string[]> {
  const now = await reader.now();
  const { items } = await reader.find(sessionWorkers, { index: "by_end", range: { lte: now } });
  return items.map(({ value }) => value.id);
}

/** Milliseconds until the first lease of another process than `own` ends; Infinity without one. */
async function nextEnd(
  reader: StoreReader & { now(): Promise<number> },
  own: string,
): Promise<number> {
  const now = await reader.now();
  const { items } = await reader.find(sessionWorkers, {
    index: "by_end",
    range: { gt: now },
    limit: 2,
  });
  const [first] = items.filter(({ value }) => value.id !== own);
  return first === undefined ? Infinity : first.value.until - now;
}
