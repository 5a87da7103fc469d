/** Times on the wire: ISO 8601 in UTC with milliseconds and `Z`. */

/** The time on the wire of milliseconds since the Unix epoch. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same for a time that may be absent. */
export function maybeIsoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}
