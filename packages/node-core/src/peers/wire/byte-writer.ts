/** Writes a frame from front to back. What it is given keeps the bounds: its callers checked it. */
export class ByteWriter {
  readonly #parts: Uint8Array[] = [];

  u8(value: number): this {
    return this.bytes(Uint8Array.of(value));
  }

  u16(value: number): this {
    return this.bytes(Uint8Array.of(value >> 8, value & 0xff));
  }

  /** A safe integer in eight bytes. */
  u53(value: number): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
    return this.bytes(bytes);
  }

  flag(value: boolean): this {
    return this.u8(value ? 1 : 0);
  }

  bytes(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    return this;
  }

  /** Digits behind `0x`. */
  hex(text: string): this {
    return this.bytes(Buffer.from(text.slice(2), "hex"));
  }

  text(text: string): this {
    const bytes = Buffer.from(text, "utf8");
    return this.u16(bytes.length).bytes(bytes);
  }

  list<T>(items: readonly T[], item: (value: T) => void): this {
    this.u8(items.length);
    items.forEach(item);
    return this;
  }

  finish(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}
