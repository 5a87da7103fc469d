/** Text of a message as JSON. */

/** The parsed text; undefined for text that is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
