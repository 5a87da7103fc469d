/** The state of an imagined chain: numbers by name, with a way back to where a call began. */

/** Thrown by a contract: everything since the call began is undone. */
export class Reverted extends Error {
  /** ABI-encoded, as `eth_call` hands it out. */
  readonly data: string;

  constructor(reason: string, data = "0x") {
    super(reason);
    this.data = data;
  }
}

export class MemoryState {
  readonly #numbers = new Map<string, bigint>();
  readonly #undo: (readonly [string, bigint | undefined])[] = [];

  get(key: string): bigint {
    return this.#numbers.get(key) ?? 0n;
  }

  set(key: string, value: bigint): void {
    this.#undo.push([key, this.#numbers.get(key)]);
    this.#numbers.set(key, value);
  }

  /** Takes `amount` off one number and adds it to another. @throws Reverted where there is less */
  move(from: string, to: string, amount: bigint, error: () => Reverted): void {
    if (this.get(from) < amount) throw error();
    this.set(from, this.get(from) - amount);
    this.set(to, this.get(to) + amount);
  }

  /** Runs `work`; what it changed stays only when it returns and `keep` is true. */
  attempt<T>(work: () => T, keep: boolean): T {
    const mark = this.#undo.length;
    try {
      const result = work();
      if (!keep) this.#rollBack(mark);
      return result;
    } catch (error) {
      this.#rollBack(mark);
      throw error;
    } finally {
      if (mark === 0) this.#undo.length = 0;
    }
  }

  #rollBack(mark: number): void {
    for (const [key, value] of this.#undo.splice(mark).toReversed()) {
      if (value === undefined) this.#numbers.delete(key);
      else this.#numbers.set(key, value);
    }
  }
}
