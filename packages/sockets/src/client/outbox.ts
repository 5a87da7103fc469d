/**
 * Queue of messages to one client. A client that reads gets each batch in one write; for one that does not, events wait
 * here, where the newer of a kind replaces the older, until it reads again or has used up its room.
 */

import type { Duplex } from "node:stream";

import type { Clock, SequencedEvent } from "@bourse/kernel";

import type { EventFilter } from "../event-filter.ts";
import type { Batch } from "../frames/batch.ts";
import type { Form } from "../frames/spelling.ts";

export interface OutboxLimits {
  readonly softLimitBytes: number;
  readonly hardLimitBytes: number;
  readonly stallMilliseconds: number;
  readonly clock: Clock;
}

interface Waiting {
  readonly frame: Buffer;
  readonly conflation: string | undefined;
}

/** Waiting frames go out in pieces of about this size. */
const PIECE_BYTES = 65_536;

export class Outbox<Event extends SequencedEvent> {
  readonly #socket: Duplex;
  readonly #limits: OutboxLimits;
  readonly #onWritten: (bytes: number) => void;
  /** Frames in their order; a set, so that a replaced frame leaves its place at once. */
  readonly #waiting = new Set<Waiting>();
  readonly #newest = new Map<string, Waiting>();
  #waitingBytes = 0;
  #progressAt: number;

  constructor(socket: Duplex, limits: OutboxLimits, onWritten: (bytes: number) => void) {
    this.#socket = socket;
    this.#limits = limits;
    this.#onWritten = onWritten;
    this.#progressAt = limits.clock.monotonic();
    socket.on("drain", this.#pump);
  }

  /** Bytes that the client has not taken. */
  get unsentBytes(): number {
    return this.#socket.writableLength + this.#waitingBytes;
  }

  /** "slow" when the client has used up its room or its time. */
  get state(): "well" | "slow" {
    const { hardLimitBytes, stallMilliseconds, clock } = this.#limits;
    const unsent = this.unsentBytes;
    if (unsent > hardLimitBytes) return "slow";
    const isStalled = unsent > 0 && clock.monotonic() - this.#progressAt >= stallMilliseconds;
    return isStalled ? "slow" : "well";
  }

  sendBatch(batch: Batch<Event>, position: number, filter: EventFilter<Event>, form: Form): void {
    if (this.#isFree()) {
      const bytes = batch.bytes(position, filter, form);
      if (bytes.length > 0) this.#write(bytes);
      return;
    }
    for (const event of batch.events(position, filter)) {
      this.#wait({ frame: event.frame(form), conflation: event.conflation });
    }
  }

  send(frame: Buffer): void {
    if (this.#isFree()) this.#write(frame);
    else this.#wait({ frame, conflation: undefined });
  }

  /** Lets go of everything that waits. */
  close(): void {
    this.#socket.off("drain", this.#pump);
    this.#waiting.clear();
    this.#newest.clear();
    this.#waitingBytes = 0;
  }

  #isFree(): boolean {
    return this.#waiting.size === 0 && this.#socket.writableLength <= this.#limits.softLimitBytes;
  }

  #wait(waiting: Waiting): void {
    const { conflation } = waiting;
    if (conflation !== undefined) {
      const older = this.#newest.get(conflation);
      if (older !== undefined) this.#leave(older);
      this.#newest.set(conflation, waiting);
    }
    this.#waiting.add(waiting);
    this.#waitingBytes += waiting.frame.length;
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    this.#waitingBytes -= waiting.frame.length;
    const { conflation } = waiting;
    if (conflation !== undefined && this.#newest.get(conflation) === waiting) {
      this.#newest.delete(conflation);
    }
  }

  readonly #pump = (): void => {
    const { softLimitBytes } = this.#limits;
    while (this.#waiting.size > 0 && this.#socket.writableLength <= softLimitBytes) {
      const piece: Buffer[] = [];
      let bytes = 0;
      for (const waiting of this.#waiting) {
        if (bytes >= PIECE_BYTES) break;
        piece.push(waiting.frame);
        bytes += waiting.frame.length;
        this.#leave(waiting);
      }
      this.#write(Buffer.concat(piece, bytes));
    }
  };

  #write(bytes: Buffer): void {
    if (!this.#socket.writable) return;
    if (this.#socket.writableLength === 0) this.#noteProgress();
    this.#onWritten(bytes.length);
    this.#socket.write(bytes, this.#noteProgress);
  }

  readonly #noteProgress = (): void => {
    this.#progressAt = this.#limits.clock.monotonic();
  };
}
