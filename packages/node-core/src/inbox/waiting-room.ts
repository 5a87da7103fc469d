/**
 * Shares that wait in memory for their proof, within bounds per sender and in all. When the room is full, the share
 * that has waited longest among those of the sender with the most bytes makes way, or with the most shares where their
 * number is what fills it: so nobody can keep the others out, and a crowd of small shares turns out its own.
 */

import { withDeadline, type Clock } from "@bourse/kernel";

import type { Address } from "../address.ts";

/** Bounds of the room. */
export interface WaitingRoomOptions {
  readonly clock: Clock;
  readonly waitMilliseconds: number;
  readonly maxBytes: number;
  readonly maxCount: number;
  readonly maxBytesPerSender: number;
  readonly maxCountPerSender: number;
}

interface Waiting {
  readonly sender: Address;
  readonly bytes: number;
  readonly ended: PromiseWithResolvers<boolean>;
}

export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  /** Key: share id; order: arrival. */
  readonly #waiting = new Map<string, Waiting>();
  #bytes = 0;

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Waits until `proved` is called for the share and resolves to true; to false when the wait is over, or when there is
   * no room for it. A second wait for the same share ends with the first.
   */
  async wait(id: string, sender: Address, bytes: number): Promise<boolean> {
    const known = this.#waiting.get(id);
    if (known !== undefined) return known.ended.promise;
    if (!this.#makeRoom(sender, bytes)) return false;
    const waiting = { sender, bytes, ended: Promise.withResolvers<boolean>() };
    this.#waiting.set(id, waiting);
    this.#bytes += bytes;
    const { clock, waitMilliseconds: milliseconds } = this.#options;
    const isProved = await withDeadline(
      { clock, milliseconds, onTimeout: () => false },
      () => waiting.ended.promise,
    );
    this.#end(id, isProved);
    return isProved;
  }

  /** Ends the wait of a share whose proof is on the chain. */
  proved(id: string): void {
    this.#end(id, true);
  }

  /** Ends every wait. */
  clear(): void {
    for (const id of this.#waiting.keys()) this.#end(id, false);
  }

  #end(id: string, isProved: boolean): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#bytes -= waiting.bytes;
    waiting.ended.resolve(isProved);
  }

  #makeRoom(sender: Address, bytes: number): boolean {
    const { maxBytes, maxCount, maxBytesPerSender, maxCountPerSender } = this.#options;
    const own = [...this.#waiting.values()].filter((one) => one.sender === sender);
    const ownBytes = own.reduce((sum, one) => sum + one.bytes, 0);
    if (own.length + 1 > maxCountPerSender || ownBytes + bytes > maxBytesPerSender) return false;
    const makeWay = (measure: (bytes: number) => number): boolean => {
      const id = this.#oldestOfLargest(measure);
      if (id !== undefined) this.#end(id, false);
      return id !== undefined;
    };
    while (this.#waiting.size + 1 > maxCount) if (!makeWay(() => 1)) return false;
    while (this.#bytes + bytes > maxBytes) if (!makeWay((own) => own)) return false;
    return true;
  }

  #oldestOfLargest(measure: (bytes: number) => number): string | undefined {
    const sums = new Map<Address, { size: number; readonly oldest: string }>();
    for (const [id, { sender, bytes }] of this.#waiting) {
      const sum = sums.get(sender);
      if (sum === undefined) sums.set(sender, { size: measure(bytes), oldest: id });
      else sum.size += measure(bytes);
    }
    let largest: { readonly size: number; readonly oldest: string } | undefined;
    for (const sum of sums.values()) {
      if (largest === undefined || sum.size > largest.size) largest = sum;
    }
    return largest?.oldest;
  }
}
