/** Values of earlier answers, by the name of their field, for later requests. */

const MOST_REMEMBERED = 20;
const NAMED = /(?:^|_)(?:id|uuid|hash|name|address|symbol)$|Id$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Values by the name of their field, oldest first. */
export type Seen = Map<string, string[]>;

/** Keeps the names and ids of an answer by the name of their field, and each UUID also as `id` and `uuid`. */
export function remember(seen: Seen, value: unknown, key = "", named: RegExp = NAMED): void {
  if (typeof value === "string") {
    if (!named.test(key)) return;
    for (const name of new Set(UUID.test(value) ? [key, "id", "uuid"] : [key])) {
      const known = seen.get(name) ?? [];
      seen.set(name, [...known.filter((one) => one !== value), value].slice(-MOST_REMEMBERED));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      remember(seen, part, Array.isArray(value) ? key : name, named);
    }
  }
}
