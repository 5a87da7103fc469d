/** Bytes of a text file as UTF-8 without a byte order mark. */

/** Encodings of text files that can be told. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "shift_jis",
  "gb18030",
] as const;

/** Encoding of a text file, by its name in the WHATWG Encoding Standard; windows-1252 covers latin-1. */
export type CsvEncoding = (typeof ENCODINGS)[number];

/** Bytes from the beginning of a file that tell its encoding. */
const TELLING_BYTES = 4096;

/**
 * Turns a stream of bytes into UTF-8 without a byte order mark. The encoding is told, or detected: by the mark; UTF-16
 * without one by the zeros between its letters; windows-1252 by bytes that no UTF-8 has.
 */
export class Utf8Input {
  /** Encoding of the bytes; undefined until enough of them were seen. */
  encoding: CsvEncoding | undefined;
  readonly #told: CsvEncoding | undefined;
  #head: Uint8Array = new Uint8Array(0);
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  constructor(told?: CsvEncoding) {
    this.#told = told;
  }

  push(bytes: Uint8Array): Uint8Array {
    if (this.encoding !== undefined) return this.#decode(bytes);
    this.#head = joined(this.#head, bytes);
    return this.#head.length < TELLING_BYTES ? EMPTY : this.#begin();
  }

  /** The rest, after which no bytes follow. */
  finish(): Uint8Array {
    const begun = this.encoding === undefined ? this.#begin() : EMPTY;
    const rest = this.#decoder?.decode() ?? "";
    return rest === "" ? begun : joined(begun, new TextEncoder().encode(rest));
  }

  #begin(): Uint8Array {
    const head = this.#head;
    this.#head = EMPTY;
    this.encoding = this.#told ?? encodingOf(head.subarray(0, TELLING_BYTES));
    if (this.encoding !== "utf-8") this.#decoder = new TextDecoder(this.encoding);
    const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
    return this.#decode(isMarked ? head.subarray(3) : head);
  }

  #decode(bytes: Uint8Array): Uint8Array {
    if (this.#decoder === undefined) return bytes;
    return new TextEncoder().encode(this.#decoder.decode(bytes, { stream: true }));
  }
}

/** The bytes of both in one array. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function encodingOf(head: Uint8Array): CsvEncoding {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]! += 1; // there are two
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 > head.length && head.length > 1) {
    return odd > even ? "utf-16le" : "utf-16be";
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

const EMPTY = new Uint8Array(0);
