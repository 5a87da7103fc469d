/** Times on the wire: ISO 8601 in UTC with milliseconds. */

/** The ISO 8601 text of a time in milliseconds since the epoch; null stays null. */
export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Milliseconds since the epoch of an ISO 8601 text; undefined stays undefined. */
export function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
