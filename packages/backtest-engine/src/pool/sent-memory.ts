/**
 * Columns in shared memory on their way to a process, which cannot share it: each memory is sent once and named by a
 * number from then on, so that candles of many runs cross once.
 */

/** Memories that a process keeps beside those of its task: at most 56 MB each. */
const KEPT = 4;

/** A column of an input: a part of a memory that was sent. */
interface SentColumn {
  readonly sentMemory: number;
  readonly byteOffset: number;
  readonly length: number;
}

/** An input with the memories that its process does not have yet, and the numbers of those it can let go. */
export interface PackedInput {
  readonly input: unknown;
  readonly memories: readonly (readonly [number: number, bytes: Uint8Array])[];
  readonly forgotten: readonly number[];
}

/** The sender's side: which memories one process has. */
export class SentMemory {
  /** The memory that was used last comes last. */
  readonly #numbers = new Map<SharedArrayBuffer, number>();
  #last = 0;
  /** Numbers that the process may have and that are not used again. */
  #lost: number[] = [];

  /** Replaces the columns in shared memory within `input`, which is left as it is. */
  pack(input: unknown): PackedInput {
    const memories: [number, Uint8Array][] = [];
    const used = new Set<SharedArrayBuffer>();
    const packed = mapped(input, (value) => {
      if (!(value instanceof Float64Array)) return undefined;
      const { buffer, byteOffset, length } = value;
      if (!(buffer instanceof SharedArrayBuffer)) return undefined;
      let number = this.#numbers.get(buffer);
      if (number === undefined) {
        number = this.#last += 1;
        memories.push([number, new Uint8Array(buffer)]);
      }
      used.add(buffer);
      this.#numbers.delete(buffer);
      this.#numbers.set(buffer, number);
      return { sentMemory: number, byteOffset, length } satisfies SentColumn;
    });
    const lost = this.#lost;
    this.#lost = [];
    return { input: packed, memories, forgotten: [...lost, ...this.#forget(used)] };
  }

  /** Notes that the last input was not sent: nobody knows what the process has. */
  reset(): void {
    this.#lost = [...this.#numbers.values()];
    this.#numbers.clear();
  }

  #forget(used: ReadonlySet<SharedArrayBuffer>): readonly number[] {
    const forgotten: number[] = [];
    for (const [buffer, number] of this.#numbers) {
      if (this.#numbers.size <= KEPT || used.has(buffer)) break;
      this.#numbers.delete(buffer);
      forgotten.push(number);
    }
    return forgotten;
  }
}

/** The receiver's side: the memories themselves. */
export class ReceivedMemory {
  readonly #memories = new Map<number, Uint8Array>();

  /** Bytes of all memories. */
  get bytes(): number {
    return [...this.#memories.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The input as it was sent. Each column is a copy: whoever writes into it spoils no later task. */
  unpack({ input, memories, forgotten }: PackedInput): unknown {
    for (const number of forgotten) this.#memories.delete(number);
    for (const [number, bytes] of memories) this.#memories.set(number, bytes);
    return mapped(input, (value) => {
      const { sentMemory, byteOffset, length } = value as SentColumn;
      const memory = this.#memories.get(sentMemory);
      if (memory === undefined) return undefined;
      const from = memory.byteOffset + byteOffset;
      return new Float64Array(memory.buffer.slice(from, from + 8 * length));
    });
  }
}

/** A copy of plain objects within each other, with what `replace` gives for a value in its place. */
function mapped(value: unknown, replace: (value: object) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const replaced = replace(value);
  if (replaced !== undefined) return replaced;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapped(inner, replace)]),
  );
}
