/** One word for a whole result: equal results have it in common, on any machine and any number of threads. */

import { beginSha256, type RunningDigest } from "@bourse/kernel/platform";

/** Times measured by a clock, and the configuration of a result; neither is a part of it. */
const LEFT_OUT: readonly string[] = ["elapsedMilliseconds", "candlesPerSecond", "configuration"];

/**
 * SHA-256, 64 hexadecimal digits, over a canonical encoding of a result of `backtest`, `simulate`, `sweep`,
 * `walkForward` or `monteCarlo`, or of any plain value.
 *
 * Numbers count by their bits (0 and -0 are one, and so are all NaN), names in the order of their code units, members
 * that are undefined as absent, lists of trades trade by trade. Elapsed times and configurations are left out. O(size).
 */
export function resultHash(result: unknown): string {
  const hash = beginSha256();
  encode(hash, result);
  return hash.digest("hex");
}

function encode(hash: RunningDigest, value: unknown): void {
  if (value === null || value === undefined) hash.update("0");
  else if (typeof value === "number") hash.update("n").update(bitsOf([value]));
  else if (typeof value === "boolean") hash.update(value ? "t" : "f");
  else if (typeof value === "string") encodeText(hash, value);
  else if (value instanceof Float64Array) {
    hash.update(`a${value.length}:`).update(bitsOf(value));
  } else if (typeof value === "object") {
    if (Symbol.iterator in value) encodeList(hash, [...(value as Iterable<unknown>)]);
    else encodeMembers(hash, value);
  } else {
    throw new TypeError(`resultHash: expected plain data, found a ${typeof value}.`);
  }
}

const utf8 = new TextEncoder();

function encodeText(hash: RunningDigest, text: string): void {
  const bytes = utf8.encode(text);
  hash.update(`s${bytes.length}:`).update(bytes);
}

function encodeList(hash: RunningDigest, items: readonly unknown[]): void {
  hash.update(`l${items.length}:`);
  for (const item of items) encode(hash, item);
}

function encodeMembers(hash: RunningDigest, record: object): void {
  const members = Object.entries(record)
    .filter(([name, value]) => value !== undefined && !LEFT_OUT.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  hash.update(`o${members.length}:`);
  for (const [name, value] of members) {
    encodeText(hash, name);
    encode(hash, value);
  }
}

/** Little-endian on every machine, whatever its own order. */
function bitsOf(values: ArrayLike<number>): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * values.length));
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    bytes.setFloat64(8 * i, value === value ? value + 0 : NaN, true); // -0 + 0 is 0
  }
  return new Uint8Array(bytes.buffer);
}
