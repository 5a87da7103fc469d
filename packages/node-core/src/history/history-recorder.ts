/** Looks at the node once a minute and keeps what it sees. */

import { hasCode, pauseInBackground, type Clock, type Store } from "@bourse/kernel";

import { NATIVE_TOKEN, type Address } from "../address.ts";
import { isFinal } from "../chain/lane/lane-transaction.ts";
import type { ChainHealth, JournalledTransaction, Lane, TokenList } from "../chain/port.ts";
import type { PeerNetwork } from "../peers/port.ts";
import { MINUTE, type HistorySample } from "./history-document.ts";
import { keepSample } from "./keep-sample.ts";
import { rounded } from "./read-history.ts";

export interface HistoryRecorderParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly wallet: Address;
  readonly tokens: Pick<TokenList, "balanceOf">;
  readonly lane: Pick<Lane, "list" | "onMove">;
  readonly health: Pick<ChainHealth, "connected">;
  readonly peers: Pick<PeerNetwork, "peers" | "traffic">;
}

/** Recorder of the node's history. */
export class HistoryRecorder {
  readonly #parts: HistoryRecorderParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #leave: (() => void) | undefined;
  /** Counters at the last sample of this run; undefined before the first. */
  #last: { readonly at: number; readonly sent: number; readonly received: number } | undefined;
  /** Fees of transactions that became final since the last sample; null when one of them is not known. */
  #fees: bigint | null = 0n;

  constructor(parts: HistoryRecorderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#leave ??= this.#parts.lane.onMove((moved) => this.#count(moved));
    this.#running = this.#record();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#leave?.();
    await this.#running;
  }

  async #record(): Promise<void> {
    const { clock } = this.#parts;
    do {
      await this.#sample();
    } while (await pauseInBackground(clock, untilNextMinute(clock.now()), this.#stopping.signal));
  }

  /** A sample that cannot be taken or kept is a gap, and ends nothing. */
  async #sample(): Promise<void> {
    const { store, clock } = this.#parts;
    const minute = Math.floor((clock.now() + EARLY_MILLISECONDS) / MINUTE);
    try {
      await keepSample(store, minute, await this.#look());
    } catch {
      // The store is away or closed, which the health of the node tells.
    }
  }

  async #look(): Promise<HistorySample> {
    const rates = this.#rates();
    const [balance, queue] = await Promise.all([this.#balance(), this.#queue()]);
    const peers = this.#parts.peers.peers().filter(({ healthy }) => healthy).length;
    return { balance, peers, ...rates, fees: this.#feesNow(), queue };
  }

  #rates(): Pick<HistorySample, "sent" | "received"> {
    const { clock, peers } = this.#parts;
    const before = this.#last;
    const now = { at: clock.monotonic(), ...peers.traffic() };
    this.#last = now;
    const seconds = (now.at - (before?.at ?? now.at)) / 1000;
    if (before === undefined || seconds <= 0) return { sent: null, received: null };
    return {
      sent: rounded((now.sent - before.sent) / seconds),
      received: rounded((now.received - before.received) / seconds),
    };
  }

  async #balance(): Promise<string | null> {
    const { health, tokens, wallet } = this.#parts;
    if (!health.connected()) return null;
    try {
      return (await tokens.balanceOf(wallet, NATIVE_TOKEN)).toString();
    } catch (error) {
      if (hasCode(error, "CHAIN_UNAVAILABLE", "CHAIN_REJECTED", "CHAIN_MISMATCH")) return null;
      throw error;
    }
  }

  async #queue(): Promise<number> {
    const { lane } = this.#parts;
    let open = 0;
    let cursor: string | undefined;
    do {
      const page = await lane.list({ open: true, limit: 1000, cursor });
      open += page.transactions.length;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return open;
  }

  /** Fees of a time in which the chain is away are not known: they are told with the first sample after it. */
  #feesNow(): string | null {
    if (!this.#parts.health.connected()) return null;
    const paid = this.#fees;
    this.#fees = 0n;
    return paid === null ? null : paid.toString();
  }

  #count(moved: JournalledTransaction): void {
    if (!isFinal(moved) || moved.blockNumber === null) return;
    const { feePaid = null } = moved;
    this.#fees = feePaid === null || this.#fees === null ? null : this.#fees + BigInt(feePaid);
  }
}

/** A timer may fire a little before the minute that it was set for. */
const EARLY_MILLISECONDS = 1000;

function untilNextMinute(now: number): number {
  const left = MINUTE - (now % MINUTE);
  return left > EARLY_MILLISECONDS ? left : left + MINUTE;
}
