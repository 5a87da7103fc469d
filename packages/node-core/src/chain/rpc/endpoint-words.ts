/**
 * Words of an endpoint as they may be shown: on one line of at most 200 characters, without control and direction
 * characters, addresses of the web, and what looks like a key.
 */
export function endpointWords(said: string): string {
  const plain = said
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replaceAll(/\b\w+:\/\/\S+/g, "…")
    .replaceAll(/(?<![\w-])(?!0x)(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}/gi, "…")
    .trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, 199)}…`;
}
