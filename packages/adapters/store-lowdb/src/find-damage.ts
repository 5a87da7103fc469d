/** Search of a damaged file for the first document that does not fit its sum, so that an error can name it. */

import type { DocumentSums } from "@bourse/kernel";

/** The first damaged document of a file. */
export interface Damage {
  /**
   * Words for a message, such as `: document "a" of "jobs" on line 6 is damaged`; empty when every document is sound.
   */
  readonly words: string;
  /** Collection, id and line of the document, as far as they can be read. */
  readonly details: Readonly<Record<string, unknown>>;
}

const COLLECTION = /^"([a-z][a-z0-9_]*)": \{"indexes": /;
const DOCUMENT = /^\{"version":(\d+),"sum":"([0-9a-f]+)","value":(.*)\},?$/;
const BYTES = /,"bytes":"[A-Za-z0-9+/=]*"$/;

/** Finds the first line that should hold a document and does not fit its sum. */
export function findDamage(bytes: Buffer, sums: DocumentSums): Damage {
  let collection: string | undefined;
  for (const [at, line] of bytes.toString("utf8").split("\n").entries()) {
    const heading = COLLECTION.exec(line);
    if (heading !== null) collection = heading[1];
    else if (collection !== undefined && line.startsWith("{")) {
      if (!isSound(collection, line, sums)) return damageAt(collection, line, at + 1);
    }
  }
  return { words: "", details: {} };
}

function isSound(collection: string, line: string, sums: DocumentSums): boolean {
  const match = DOCUMENT.exec(line);
  if (match === null) return false;
  const [, version, sum, held = ""] = match;
  return sums.ofDocument(collection, Number(version), held.replace(BYTES, "")) === sum;
}

function damageAt(collection: string, line: string, number: number): Damage {
  const id = /"id":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  const name = id === undefined ? "a document" : `document "${id}"`;
  return {
    words: `: ${name} of "${collection}" on line ${number} is damaged`,
    details: { collection, line: number, ...(id === undefined ? {} : { id }) },
  };
}
