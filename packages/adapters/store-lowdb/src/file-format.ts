/**
 * The file: JSON that a person can read, one document a line, in the order of ids.
 *
 * ```
 * {
 * "format": "bourse-store",
 * "version": 2,
 * "checksum": "crc32:1c291ca3",
 * "collections": {
 * "jobs": {"indexes": {"by_status": {"fields": ["status"], "unique": false}}, "documents": [
 * {"version":1,"value":{"id":"a","status":"open"}}
 * ]}
 * }
 * }
 * ```
 * A document that has bytes beside it ends in `,"bytes":"…"}`, base64; files of version 1 have none.
 * The checksum covers all that follows its line. Whoever edits the file by hand deletes that line.
 */

import { crc32 } from "node:zlib";

import {
  checkCollection,
  isBourseError,
  StoreError,
  storedDocument,
  type Entity,
  type IndexSpec,
  type StoredDocument,
} from "@bourse/kernel";

/** The part of a file that belongs to one collection. */
export interface FileCollection {
  readonly indexes: Readonly<Record<string, IndexSpec>>;
  readonly documents: readonly StoredDocument[];
}

/** What a file holds, by the names of the collections. */
export type FileContent = ReadonlyMap<string, FileCollection>;

const FORMAT = "bourse-store";
const VERSION = 2;
const KEYS: ReadonlySet<string> = new Set(["format", "version", "checksum", "collections"]);

export function formatFile(content: FileContent): Uint8Array {
  const parts: string[] = ['"collections": {'];
  let separator = "\n";
  for (const [name, { indexes, documents }] of content) {
    parts.push(separator, `"${name}": {"indexes": ${JSON.stringify(indexes)}, "documents": [`);
    let comma = "\n";
    for (const { row, text, bytes } of documents) {
      parts.push(comma, '{"version":', String(row.version), ',"value":', text);
      if (bytes !== undefined) parts.push(',"bytes":"', toBase64(bytes), '"');
      parts.push("}");
      comma = ",\n";
    }
    parts.push("\n]}");
    separator = ",\n";
  }
  parts.push("\n}\n}\n");
  const body = Buffer.from(parts.join(""));
  return Buffer.concat([Buffer.from(headOf(body, VERSION)), body]);
}

/** @throws STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED */
export function parseFile(bytes: Buffer, path: string): FileContent {
  const file = parseJson(bytes, path);
  if (!isRecord(file) || file["format"] !== FORMAT || !isVersion(file["version"])) {
    throw corrupt(path, 'it is no Bourse store: it lacks "format": "bourse-store" or a "version"');
  }
  const foreign = Object.keys(file).find((key) => !KEYS.has(key));
  if (foreign !== undefined) throw corrupt(path, `it holds "${foreign}", which no store does`);
  if (file["version"] > VERSION) throw newer(path, file["version"]);
  if (file["checksum"] !== undefined) verifyChecksum(bytes, path, file["version"]);
  if (!isRecord(file["collections"])) throw corrupt(path, '"collections" is missing');
  const content = new Map<string, FileCollection>();
  for (const [name, held] of Object.entries(file["collections"])) {
    content.set(name, parseCollection(name, held, path));
  }
  return content;
}

function parseJson(bytes: Buffer, path: string): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch (cause) {
    const why = bytes.length === 0 ? "it is empty" : "it is no whole JSON text";
    throw corrupt(path, why, cause);
  }
}

/** All that stands before the collections. */
function headOf(body: Uint8Array, version: number): string {
  const checksum = crc32(body).toString(16).padStart(8, "0");
  return `{\n"format": "${FORMAT}",\n"version": ${version},\n"checksum": "crc32:${checksum}",\n`;
}

function verifyChecksum(bytes: Buffer, path: string, version: number): void {
  const end = bytes.indexOf("\n", bytes.indexOf('"checksum"')) + 1;
  if (bytes.toString("utf8", 0, end) === headOf(bytes.subarray(end), version)) return;
  throw corrupt(
    path,
    'its content does not fit its checksum. If it was edited by hand on purpose, delete its line "checksum"',
  );
}

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

function newer(path: string, version: number): StoreError {
  return new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `"${path}" has format ${version}, but this release reads up to ${VERSION}; run the newer release. ` +
      "The file was left as it is.",
    { details: { path, version } },
  );
}

/** The refusal of a file that is no whole store. */
export function corrupt(path: string, why: string, cause?: unknown): StoreError {
  const reason = cause instanceof Error || isBourseError(cause) ? ` (${cause.message})` : "";
  return new StoreError(
    "STORE_CORRUPT",
    `"${path}" can't be used: ${why}${reason}. It was left as it is: mend it, restore it from a backup, or move it ` +
      "away to begin with an empty store.",
    { cause, details: { path } },
  );
}
