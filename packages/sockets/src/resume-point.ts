/** The place of an event as clients carry it: `<epoch>:<sequence>`. */

/** The `since` of a request's query; undefined without one, null when it is no place at all. */
export function resumePointOf(
  search: string,
): { readonly epoch: string; readonly sequence: number } | null | undefined {
  const since = new URLSearchParams(search).get("since");
  if (since === null || since === "") return undefined;
  const colon = since.lastIndexOf(":");
  const digits = since.slice(colon + 1);
  return colon > 0 && /^\d{1,15}$/.test(digits)
    ? { epoch: since.slice(0, colon), sequence: Number(digits) }
    : null;
}
