/** Bytes of a text file as UTF-8 without a byte order mark. */

/** Removes the byte order mark of a stream, and turns UTF-16, which MetaTrader writes, into UTF-8. */
export class Utf8Input {
  #head: Uint8Array | undefined = new Uint8Array(0);
  #utf16: InstanceType<typeof TextDecoder> | undefined;

  push(bytes: Uint8Array): Uint8Array {
    if (this.#head === undefined) return this.#decode(bytes);
    const head = new Uint8Array(this.#head.length + bytes.length);
    head.set(this.#head);
    head.set(bytes, this.#head.length);
    this.#head = head;
    return head.length < 3 ? EMPTY : this.finish(true);
  }

  /** The rest; with `goesOn` more bytes may follow. */
  finish(goesOn = false): Uint8Array {
    const head = this.#head;
    if (head === undefined) {
      const rest = this.#utf16?.decode();
      return rest === undefined ? EMPTY : new TextEncoder().encode(rest);
    }
    this.#head = undefined;
    const [first, second, third] = head;
    if (first === 0xef && second === 0xbb && third === 0xbf) return head.subarray(3);
    if (first === 0xff && second === 0xfe) this.#utf16 = new TextDecoder("utf-16le");
    if (first === 0xfe && second === 0xff) this.#utf16 = new TextDecoder("utf-16be");
    return this.#decode(head, goesOn);
  }

  #decode(bytes: Uint8Array, goesOn = true): Uint8Array {
    if (this.#utf16 === undefined) return bytes;
    return new TextEncoder().encode(this.#utf16.decode(bytes, { stream: goesOn }));
  }
}

const EMPTY = new Uint8Array(0);
