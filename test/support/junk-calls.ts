/** Calls of every function of an object with arguments of wrong types, as JavaScript callers make them. */

const JUNK: readonly unknown[] = [
  undefined,
  null,
  5,
  Number.NaN,
  "junk",
  "",
  true,
  {},
  [],
  ["junk"],
  () => undefined,
];

/** A call that failed. */
export interface FailedCall {
  /** Place of the function in the object: `accounts.register`. */
  readonly path: string;
  readonly given: readonly unknown[];
  readonly error: unknown;
}

/**
 * Calls every function of `target` and of the objects in it with none, one, two and three arguments of which the last
 * is junk; resolves with the calls that failed, and with their number. Nothing at or below the paths `without` is
 * called.
 */
export async function callWithJunk(
  target: object,
  without: readonly string[] = [],
): Promise<{ readonly calls: number; readonly failed: readonly FailedCall[] }> {
  const failed: FailedCall[] = [];
  let calls = 0;
  const lists = [
    [],
    ...["", "x", "x,x"].flatMap((before) => JUNK.map((last) => withLast(before, last))),
  ];
  for (const [path, call] of functionsOf(target, "")) {
    if (without.some((one) => path === one || path.startsWith(`${one}.`))) continue;
    for (const given of lists) {
      calls += 1;
      try {
        await call(...given);
      } catch (error) {
        failed.push({ path, given, error });
      }
    }
  }
  return { calls, failed };
}

function withLast(before: string, last: unknown): readonly unknown[] {
  return [...before.split(",").filter((one) => one !== ""), last];
}

type AnyFunction = (...given: readonly unknown[]) => unknown;

function* functionsOf(target: object, path: string): Generator<readonly [string, AnyFunction]> {
  for (const [name, value] of Object.entries(target)) {
    const place = path === "" ? name : `${path}.${name}`;
    if (typeof value === "function") yield [place, (value as AnyFunction).bind(target)];
    else if (typeof value === "object" && value !== null)
      yield* functionsOf(value as object, place);
  }
}
