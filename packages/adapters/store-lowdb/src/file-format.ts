/**
 * The file: JSON that a person can read, one document a line, in the order of ids.
 *
 * ```
 * {
 * "format": "bourse-store",
 * "version": 3,
 * "checksum": "sha256:9f2c…",
 * "collections": {
 * "jobs": {"indexes": {"by_status": {"fields": ["status"], "unique": false}}, "documents": [
 * {"version":1,"sum":"5d41…","value":{"id":"a","status":"open"}}
 * ]}
 * }
 * }
 * ```
 * A document that has bytes beside it ends in `,"bytes":"…"}`, base64. The checksum covers all that follows its line;
 * the sum of a document names the one that is damaged. Whoever edits the file by hand deletes the line "checksum".
 */

import {
  checkCollection,
  isBourseError,
  StoreError,
  storedDocument,
  SUM_LENGTH,
  type DocumentSums,
  type Entity,
  type IndexSpec,
  type StoredDocument,
} from "@bourse/kernel";
import type { RunningDigest } from "@bourse/kernel/platform";

import { findDamage } from "./find-damage.ts";

/** The part of a file that belongs to one collection. */
export interface FileCollection {
  readonly indexes: Readonly<Record<string, IndexSpec>>;
  readonly documents: readonly StoredDocument[];
}

/** Content of a file, by the names of the collections. */
export type FileContent = ReadonlyMap<string, FileCollection>;

const FORMAT = "bourse-store";
const VERSION = 3;
const KEYS: ReadonlySet<string> = new Set(["format", "version", "checksum", "collections"]);

/** Length of the pieces that a file is written in, so that a large one is never in memory whole. */
const PIECE_LENGTH = 65_536;

/** The sum of each document, so that one that stays the same is not summed at every commit. */
const knownSums = new WeakMap<StoredDocument, string>();

/** The file in pieces. The content is gone through twice: for the checksum, which comes first, and for the text. */
export function* formatFile(content: FileContent, sums: DocumentSums): Generator<string> {
  const sum = sums.begin();
  for (const piece of bodyOf(content, sums)) sum.update(piece);
  yield headOf(`${sums.scheme}:${shown(sum)}`);
  yield* bodyOf(content, sums);
}

function* bodyOf(content: FileContent, sums: DocumentSums): Generator<string> {
  let piece = '"collections": {';
  let separator = "\n";
  for (const [name, { indexes, documents }] of content) {
    piece += `${separator}"${name}": {"indexes": ${JSON.stringify(indexes)}, "documents": [`;
    let comma = "\n";
    for (const document of documents) {
      piece += comma + lineOf(name, document, sums);
      if (piece.length >= PIECE_LENGTH) {
        yield piece;
        piece = "";
      }
      comma = ",\n";
    }
    piece += "\n]}";
    separator = ",\n";
  }
  yield `${piece}\n}\n}\n`;
}

function lineOf(name: string, document: StoredDocument, sums: DocumentSums): string {
  const { row, text, bytes } = document;
  let sum = knownSums.get(document);
  if (sum === undefined) {
    sum = sums.ofDocument(name, row.version, text);
    knownSums.set(document, sum);
  }
  const beside = bytes === undefined ? "" : `,"bytes":"${toBase64(bytes)}"`;
  return `{"version":${row.version},"sum":"${sum}","value":${text}${beside}}`;
}

/** @throws STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED, STORE_KEY_INVALID */
export function parseFile(bytes: Buffer, path: string, sums: DocumentSums): FileContent {
  const file = parseJson(bytes, path, sums);
  if (!isRecord(file) || file["format"] !== FORMAT || !isVersion(file["version"])) {
    throw corrupt(path, 'it is no Bourse store: it lacks "format": "bourse-store" or a "version"');
  }
  const foreign = Object.keys(file).find((key) => !KEYS.has(key));
  if (foreign !== undefined) throw corrupt(path, `it holds "${foreign}", which no store does`);
  if (file["version"] !== VERSION) throw unsupported(path, file["version"]);
  verifyChecksum(bytes, path, file["checksum"], sums);
  if (!isRecord(file["collections"])) throw corrupt(path, '"collections" is missing');
  const content = new Map<string, FileCollection>();
  for (const [name, held] of Object.entries(file["collections"])) {
    content.set(name, parseCollection(name, held, path));
  }
  return content;
}

function parseJson(bytes: Buffer, path: string, sums: DocumentSums): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch (cause) {
    if (bytes.length === 0) throw corrupt(path, "it is empty", cause);
    throw corrupt(path, `it is no whole JSON text${findDamage(bytes, sums).words}`, cause);
  }
}

/** All that stands before the collections. */
function headOf(checksum: string): string {
  return `{\n"format": "${FORMAT}",\n"version": ${VERSION},\n"checksum": "${checksum}",\n`;
}

function verifyChecksum(bytes: Buffer, path: string, found: unknown, sums: DocumentSums): void {
  const isKeyed = sums.scheme !== "sha256";
  // A file that was edited by hand on purpose; under a key that would let anybody edit it.
  if (found === undefined && !isKeyed) return;
  const scheme = SCHEME.exec(String(found))?.[1];
  if (scheme !== undefined && scheme !== sums.scheme) throw keyInvalid(path);
  const end = bytes.indexOf("\n", bytes.indexOf('"checksum"')) + 1;
  const body = bytes.subarray(end);
  const expected = `${sums.scheme}:${shown(sums.begin().update(body))}`;
  if (bytes.toString("utf8", 0, end) === headOf(expected)) return;
  const { words, details } = findDamage(bytes, sums);
  const byHand = isKeyed ? "" : '. If it was edited by hand on purpose, delete its line "checksum"';
  throw corrupt(path, `its content does not fit its checksum${words}${byHand}`, undefined, details);
}

const SCHEME = /^(sha256|keyed-sha256:[0-9a-f]{16}):[0-9a-f]{32}$/;

function parseCollection(name: string, held: unknown, path: string): FileCollection {
  if (!isRecord(held) || !isRecord(held["indexes"]) || !Array.isArray(held["documents"])) {
    throw corrupt(path, `collection "${name}" lacks its "indexes" or its "documents"`);
  }
  const indexes = held["indexes"] as FileCollection["indexes"];
  try {
    checkCollection(name, indexes);
    const collection = { name, indexes };
    const documents = held["documents"].map((row: unknown) => {
      const { value, version, bytes } = row as { value: Entity; version: number; bytes?: unknown };
      return storedDocument(collection, value, version, fromBase64(bytes));
    });
    return { indexes, documents };
  } catch (cause) {
    throw corrupt(path, `collection "${name}" holds what is no document`, cause);
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** Strict, unlike Buffer's own reading: a letter too few or too many is damage. */
function fromBase64(text: unknown): Uint8Array | undefined {
  if (text === undefined) return undefined;
  const bytes = typeof text === "string" ? Buffer.from(text, "base64") : undefined;
  if (bytes?.toString("base64") !== text) throw new Error("its bytes are no base64");
  return bytes;
}

function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unsupported(path: string, version: number): StoreError {
  const advice =
    version > VERSION ? "run the newer release" : "open it with the release that wrote it";
  return new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `"${path}" has format ${version}, but this release reads format ${VERSION}; ${advice}. The file was left as it is.`,
    { details: { path, version } },
  );
}

function keyInvalid(path: string): StoreError {
  return new StoreError(
    "STORE_KEY_INVALID",
    `The checksums of "${path}" were made under another key, or under none: open it with the key that it was written with. ` +
      "It was left as it is.",
    { details: { path } },
  );
}

/** The refusal of a file that is no whole store. */
export function corrupt(
  path: string,
  why: string,
  cause?: unknown,
  details: Readonly<Record<string, unknown>> = {},
): StoreError {
  const reason = cause instanceof Error || isBourseError(cause) ? ` (${cause.message})` : "";
  return new StoreError(
    "STORE_CORRUPT",
    `"${path}" can't be used: ${why}${reason}. It was left as it is: mend it, restore it from a backup, or move it ` +
      "away to begin with an empty store.",
    { cause, details: { path, ...details } },
  );
}

/** The part of a digest that is written: with a key the rest must stay unknown. */
function shown(sum: RunningDigest): string {
  return sum.digest("hex").slice(0, SUM_LENGTH);
}
