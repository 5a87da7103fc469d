/** One word for a whole result: equal results have it in common, on any machine and any number of threads. */

import { beginSha256 } from "@bourse/kernel/platform";

import { EngineError } from "../errors.ts";

/** Times measured by a clock, and the configuration of a result; neither is a part of it. */
const LEFT_OUT: readonly string[] = ["elapsedMilliseconds", "candlesPerSecond", "configuration"];

/**
 * SHA-256, 64 hexadecimal digits, over a canonical encoding of a result of `backtest`, `simulate`, `sweep`,
 * `walkForward` or `monteCarlo`, or of any plain value.
 *
 * Numbers count by their bits (0 and -0 are one, and so are all NaN), names in the order of their code units, members
 * that are undefined as absent, lists of trades trade by trade. Elapsed times and configurations are left out. O(size).
 *
 * @throws EngineError OPTIONS_INVALID for a function, symbol, bigint or cycle in the result
 */
export function resultHash(result: unknown): string {
  const encoding = new Encoding();
  try {
    encoding.value(result);
  } catch (cause) {
    const message = `resultHash: expected plain data, found ${foundIn(cause)}.`;
    throw new EngineError("OPTIONS_INVALID", message, { cause });
  }
  return encoding.digest();
}

/** A value that has no encoding. */
class NoData extends Error {}

function foundIn(cause: unknown): string {
  return cause instanceof NoData ? cause.message : "a cycle, or a value that cannot be read";
}

/** Bytes that are gathered for one call of the hash, which costs more than most values. */
const GATHERED = 16_384;

/** Canonical encoding of a value, on its way into the hash. */
class Encoding {
  readonly #hash = beginSha256();
  readonly #bytes = new Uint8Array(GATHERED);
  readonly #view = new DataView(this.#bytes.buffer);
  /** Encoded names of members by name, and the order of an object's members by all of its names. */
  readonly #names = new Map<string, Uint8Array>();
  readonly #orders = new Map<string, readonly string[]>();
  #length = 0;

  value(value: unknown): void {
    if (value === null || value === undefined) this.#ascii("0");
    else if (typeof value === "number") {
      this.#ascii("n");
      this.#number(value);
    } else if (typeof value === "boolean") this.#ascii(value ? "t" : "f");
    else if (typeof value === "string") this.#append(encodedText(value));
    else if (value instanceof Float64Array) {
      this.#ascii(`a${value.length}:`);
      for (const one of value) this.#number(one);
    } else if (typeof value === "object") {
      if (Symbol.iterator in value) this.#list([...(value as Iterable<unknown>)]);
      else this.#members(value as Readonly<Record<string, unknown>>);
    } else {
      throw new NoData(`a ${typeof value}`);
    }
  }

  digest(): string {
    this.#flush();
    return this.#hash.digest("hex");
  }

  #list(items: readonly unknown[]): void {
    this.#ascii(`l${items.length}:`);
    for (const item of items) this.value(item);
  }

  #members(record: Readonly<Record<string, unknown>>): void {
    const present = this.#orderOf(record).filter((name) => record[name] !== undefined);
    this.#ascii(`o${present.length}:`);
    for (const name of present) {
      this.#append(this.#encodedName(name));
      this.value(record[name]);
    }
  }

  /** Names of the members that count, in order. The rows of a grid have them in common. */
  #orderOf(record: object): readonly string[] {
    const names = Object.keys(record);
    const key = JSON.stringify(names);
    let order = this.#orders.get(key);
    if (order === undefined) {
      order = names.filter((name) => !LEFT_OUT.includes(name)).toSorted(byCodeUnits);
      this.#orders.set(key, order);
    }
    return order;
  }

  #encodedName(name: string): Uint8Array {
    let encoded = this.#names.get(name);
    if (encoded === undefined) this.#names.set(name, (encoded = encodedText(name)));
    return encoded;
  }

  #ascii(text: string): void {
    this.#makeRoom(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** Little-endian on every machine, whatever its own order. */
  #number(value: number): void {
    this.#makeRoom(8);
    this.#view.setFloat64(this.#length, value === value ? value + 0 : NaN, true); // -0 + 0 is 0
    this.#length += 8;
  }

  #append(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    if (bytes.length > GATHERED) {
      this.#hash.update(bytes);
      return;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #makeRoom(length: number): void {
    if (this.#length + length > GATHERED) this.#flush();
  }

  #flush(): void {
    this.#hash.update(this.#bytes.slice(0, this.#length));
    this.#length = 0;
  }
}

const utf8 = new TextEncoder();

function encodedText(text: string): Uint8Array {
  const bytes = utf8.encode(text);
  const prefix = utf8.encode(`s${bytes.length}:`);
  const encoded = new Uint8Array(prefix.length + bytes.length);
  encoded.set(prefix);
  encoded.set(bytes, prefix.length);
  return encoded;
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}
