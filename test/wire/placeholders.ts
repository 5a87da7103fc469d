/** Replaces what a run makes up (ids, times, keys, tokens, ports) by the name of its kind. */

const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["token", /eyJ[\w-]+\.[\w-]+\.[\w-]+/g],
  ["origin", /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g],
  ["hex", /\b(?:0x)?[0-9a-fA-F]{32,}\b/g],
  ["uuid", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ["time", /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)/g],
  ["secret", /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{20,}/g],
  ["moment", /\b1[5-9]\d{8}(?:\d{3})?\b/g],
];

/** A JSON value with every made-up text and time in it replaced. */
export function withPlaceholders(value: unknown): unknown {
  if (typeof value === "string") return textWithPlaceholders(value);
  if (typeof value === "number") {
    const replaced = textWithPlaceholders(String(value));
    return replaced === String(value) ? value : replaced;
  }
  if (Array.isArray(value)) return value.map(withPlaceholders);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      textWithPlaceholders(key),
      isRelease(key, member, value) ? "<version>" : withPlaceholders(member),
    ]),
  );
}

/** True for the version of a release: in a health answer, and of the engine in a result. */
function isRelease(key: string, member: unknown, owner: object): boolean {
  if (typeof member !== "string") return false; // such as the version of a draft
  return key === "engine_version" || (key === "version" && "status" in owner);
}

/** A text with every id, time, key, token and port replaced. */
export function textWithPlaceholders(text: string): string {
  return PATTERNS.reduce((line, [kind, pattern]) => line.replaceAll(pattern, `<${kind}>`), text);
}
