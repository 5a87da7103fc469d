/** Times of requests: ISO 8601 to milliseconds. */

/** Milliseconds since the epoch of an ISO 8601 text; undefined stays undefined. */
export function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
