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

/** Number of blocks before the newest one whose state can be read. */
const STATES_KEPT = 8;

export class MemoryState {
  readonly #numbers: Map<string, bigint>;
  readonly #newer: MemoryState | undefined;
  readonly #undo: (readonly [string, bigint | undefined])[] = [];
  /** Numbers before each of the newest blocks, where the block has changed them; the last is the block to come. */
  readonly #before: Map<string, bigint>[] = [new Map<string, bigint>()];

  /** `newer` has the numbers that are not in `numbers`. */
  constructor(numbers: ReadonlyMap<string, bigint> = new Map(), newer?: MemoryState) {
    this.#numbers = new Map(numbers);
    this.#newer = newer;
  }

  get(key: string): bigint {
    return this.#numbers.get(key) ?? this.#newer?.get(key) ?? 0n;
  }

  /** Ends a block. */
  seal(): void {
    this.#before.push(new Map());
    if (this.#before.length > STATES_KEPT + 1) this.#before.shift();
  }

  /** The state `blocks` before the newest block; undefined when it is not kept any more. */
  asOf(blocks: number): MemoryState | undefined {
    if (blocks >= this.#before.length) return undefined;
    const changed = this.#before.slice(-1 - blocks).toReversed();
    return new MemoryState(new Map(changed.flatMap((one) => [...one])), this);
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
      else if (mark === 0) this.#remember();
      return result;
    } catch (error) {
      this.#rollBack(mark);
      throw error;
    } finally {
      if (mark === 0) this.#undo.length = 0;
    }
  }

  #remember(): void {
    const before = this.#before.at(-1);
    for (const [key, value = 0n] of this.#undo) {
      if (before?.has(key) === false) before.set(key, value);
    }
  }

  #rollBack(mark: number): void {
    for (const [key, value] of this.#undo.splice(mark).toReversed()) {
      if (value === undefined) this.#numbers.delete(key);
      else this.#numbers.set(key, value);
    }
  }
}
