/**
 * The value of a header that came once: undefined when it is absent or came several times.
 *
 * Reads the raw list of names and values in turn: `IncomingMessage.headers` is built at its first reading, for each
 * request anew, and most routes need none of it.
 */
export function soleHeader(
  rawHeaders: readonly string[],
  lowerCaseName: string,
): string | undefined {
  const { length } = lowerCaseName;
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== length || name.toLowerCase() !== lowerCaseName) continue;
    if (found !== undefined) return undefined;
    found = rawHeaders[index + 1];
  }
  return found;
}
