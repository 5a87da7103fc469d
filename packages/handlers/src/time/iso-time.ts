/** Times on the wire: ISO 8601 in UTC with milliseconds and `Z`. */

/** The ISO 8601 text of a time in milliseconds since the Unix epoch; null stays null. */
export function isoTime(milliseconds: number): string;
export function isoTime(milliseconds: number | null): string | null;
export function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
