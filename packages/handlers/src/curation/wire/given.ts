/** Optional fields of requests. */

/** The type of an object whose undefined members are removed. */
export type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** A copy without the members that are undefined: the core takes an optional member as given or absent. */
export function given<T extends object>(value: T): Given<T> {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields) as Given<T>;
}
