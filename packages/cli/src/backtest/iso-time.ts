/** The ISO 8601 text of a time in milliseconds since 1970. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
