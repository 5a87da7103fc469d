/** Times as inputs of a form have them. */

/** A time of the wire as an `<input type="datetime-local">` has it, in the reader's zone. */
export function localInput(time: unknown): string {
  const at = typeof time === "string" ? new Date(time) : undefined;
  if (at === undefined || Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The reverse of {@link localInput}: ISO 8601 in UTC; undefined for an empty input. */
export function fromLocalInput(text: string): string | undefined {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
