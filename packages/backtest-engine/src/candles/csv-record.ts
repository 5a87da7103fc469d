// Byte reads below are within the buffer's bounds, so `!` only tells the checker what the loop bounds say.

/** Records with quoted fields (RFC 4180): the seldom used, slower way of the CSV reader. */

const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Index of the line feed that ends the record beginning at `start`; quoted line feeds are skipped; -1 when it does not
 * end here.
 */
export function findRecordEnd(bytes: Uint8Array, start: number): number {
  let inside = false;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) inside = !inside;
    else if (byte === LINE_FEED && !inside) return i;
  }
  return -1;
}

/** The fields of one record: quotes taken off, doubled quotes inside made single. */
export function splitRecord(record: string, delimiter: string): readonly string[] {
  const fields: string[] = [];
  let field = "";
  let inside = false;
  for (let i = 0; i < record.length; i++) {
    const character = record[i]!;
    if (character === '"') {
      if (inside && record[i + 1] === '"') {
        field += '"';
        i += 1;
      } else inside = !inside;
    } else if (character === delimiter && !inside) {
      fields.push(field);
      field = "";
    } else field += character;
  }
  fields.push(field);
  return fields;
}
