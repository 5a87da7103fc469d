/** Accepts what `accepts` does, and such values by symbol. */
export function orBySymbol<Value>(
  accepts: (value: unknown) => boolean,
): (value: unknown) => value is Value {
  return (value): value is Value =>
    accepts(value) ||
    (typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every(accepts));
}
