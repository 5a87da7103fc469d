/** Comparison of plain JSON values by their content. */

/**
 * True when two plain JSON values have the same content; the order of members plays no part. `undefined` equals
 * itself alone.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const [first, second] = [one as Members, other as Members];
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every((name) => Object.hasOwn(second, name) && isSameJson(first[name], second[name]))
  );
}

type Members = Readonly<Record<string, unknown>>;
