import { NodeError } from "../../errors.ts";

/** Reads a frame from front to back. Every read past the end, and every value out of bounds, is FRAME_INVALID. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2));
  }

  /** A u64 that a number holds exactly. */
  u53(): number {
    const value = Number(this.#view.getBigUint64(this.#advance(8)));
    if (!Number.isSafeInteger(value)) throw frameError("a number past 2^53 − 1");
    return value;
  }

  /** 0 or 1 in a byte of its own. */
  flag(): boolean {
    const value = this.u8();
    if (value > 1) throw frameError("a flag that is neither 0 nor 1");
    return value === 1;
  }

  /** A view of the next `length` bytes. */
  bytes(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  hex(length: number): `0x${string}` {
    return `0x${Buffer.from(this.bytes(length)).toString("hex")}`;
  }

  /** A length (u16, bytes) of at most `maxBytes` and that much UTF-8. */
  text(maxBytes: number): string {
    const length = this.u16();
    if (length > maxBytes) throw frameError(`text of more than ${maxBytes} bytes`);
    try {
      return UTF8.decode(this.bytes(length));
    } catch (error) {
      throw error instanceof NodeError ? error : frameError("text that is not UTF-8");
    }
  }

  /** A count (u8) of at most `max` and that many items. */
  list<T>(max: number, item: () => T): T[] {
    const count = this.u8();
    if (count > max) throw frameError(`a list of more than ${max}`);
    return Array.from({ length: count }, item);
  }

  /** @throws NodeError FRAME_INVALID when anything is left */
  end(): void {
    if (this.#offset !== this.#bytes.length) throw frameError("bytes behind its end");
  }

  #advance(length: number): number {
    const start = this.#offset;
    if (start + length > this.#bytes.length) throw frameError("an end before its content's");
    this.#offset = start + length;
    return start;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** `found` completes a sentence: what the frame holds that it may not. */
export function frameError(found: string): NodeError {
  return new NodeError(
    "FRAME_INVALID",
    `A peer's frame breaks the protocol: expected its documented shape, found ${found}.`,
  );
}
