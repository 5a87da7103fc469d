/** Times on the wire: ISO 8601, UTC, with milliseconds and `Z`. */

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
