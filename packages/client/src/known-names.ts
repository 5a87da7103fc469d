/** Refusals of names that a client does not know, such as a misspelt option. */

import { ClientError, type ClientErrorCode } from "./errors.ts";

/**
 * Refuses what is no object, and an object with another name than those that are known.
 *
 * @throws ClientError with that code
 */
export function checkNames(
  given: unknown,
  known: readonly string[],
  what: string,
  code: ClientErrorCode = "OPTION_INVALID",
): void {
  if (typeof given !== "object" || given === null) {
    const names = known.slice(0, 3).join(", ");
    throw new ClientError(
      code,
      `${what} must be an object with ${names} …, found ${String(given)}`,
    );
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const hint = near === undefined ? `expected ${known.join(", ")}` : `did you mean "${near}"?`;
  throw new ClientError(code, `${what}: unknown "${unknown}"; ${hint}`);
}

/** The name with the longest beginning in common, of three letters at least. */
function nearest(name: string, known: readonly string[]): string | undefined {
  for (let length = name.length; length > 2; length -= 1) {
    const start = name.slice(0, length).toLowerCase();
    const found = known.find((one) => one.toLowerCase().startsWith(start));
    if (found !== undefined) return found;
  }
  return undefined;
}
