/** A value as a query carries it: the inverse of every query codec. */
export function queryText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
