/** Calls of every function of a core with one part of the arguments of a wrong shape, as a stranger's JSON has them. */

type AnyFunction = (...given: readonly unknown[]) => unknown;

/** Good arguments of each function, by its place in the core: `accounts.register`. */
export type GoodCalls = Readonly<Record<string, readonly unknown[]>>;

/** A call with one wrong part, and how it ended. */
export interface WrongCall {
  /** Place of the function, of the part, and the value there: `accounts.register: 0.email = NaN`. */
  readonly what: string;
  /** True when the value has another type than the good one, and is neither null nor undefined. */
  readonly isOfOtherType: boolean;
  /** Error that the call ended with; undefined when it accepted the value. */
  readonly error: unknown;
}

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

const throwing = {
  get email(): string {
    throw new RangeError("a getter that throws");
  },
};

const WRONG: readonly (readonly [name: string, value: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["5", 5],
  ["NaN", Number.NaN],
  ["-1", -1],
  ["1.5", 1.5],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["5n", 5n],
  ["text", "text"],
  ["true", true],
  ["[]", []],
  ["[null]", [null]],
  ["{}", {}],
  ["a function", () => undefined],
  ["a symbol", Symbol("x")],
  ["a throwing getter", throwing],
  ["a cycle", cyclic],
];

/** Places of all functions of a core and of the objects in it, except at and below `without`. */
export function functionsOf(core: object, without: readonly string[] = []): readonly string[] {
  return [...walk(core, "")]
    .map(([place]) => place)
    .filter((place) => !without.some((one) => place === one || place.startsWith(`${one}.`)));
}

/**
 * Says which of the calls did not end with an error that `isOwn` accepts, and which of those with a value of another
 * type did not end with one of the codes `refusals`. Functions below `answering` answer a wrong value themselves.
 */
export function faultsIn(
  made: readonly WrongCall[],
  isOwn: (error: unknown) => boolean,
  refusals: readonly string[],
  answering: readonly string[] = [],
): readonly string[] {
  return made
    .filter(({ what, isOfOtherType, error }) => {
      if (error !== undefined && !isOwn(error)) return true;
      const answers = answering.some((place) => what.startsWith(place));
      const { code = "" } = (error ?? {}) as { readonly code?: string };
      return isOfOtherType && !answers && !refusals.includes(code);
    })
    .map(({ what, error }) => `${what}: ${error === undefined ? "accepted" : told(error)}`);
}

/** Makes every wrong call in turn: each part of each argument, at any depth, with each wrong value. */
export async function callWithWrongShapes(
  core: object,
  good: GoodCalls,
): Promise<readonly WrongCall[]> {
  const functions = new Map(walk(core, ""));
  const made: WrongCall[] = [];
  for (const [place, args] of Object.entries(good)) {
    const call = functions.get(place);
    if (call === undefined) throw new Error(`the core has no function ${place}`);
    for (const path of pathsOf(args)) {
      for (const [name, value] of WRONG) {
        const what = `${place}: ${path.join(".")} = ${name}`;
        const given = withValue(args, path, value) as readonly unknown[];
        const isOfOtherType =
          value !== undefined && value !== null && kindOf(value) !== kindOf(valueAt(args, path));
        made.push({ what, isOfOtherType, error: await errorOf(call, given) });
      }
    }
  }
  return made;
}

function told(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "no error object";
}

async function errorOf(call: AnyFunction, given: readonly unknown[]): Promise<unknown> {
  try {
    const outcome = await call(...given);
    if (isIterable(outcome)) await outcome[Symbol.asyncIterator]().return?.();
    return undefined;
  } catch (error) {
    return error ?? "nothing";
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

function* walk(target: object, path: string): Generator<readonly [string, AnyFunction]> {
  for (const [name, value] of Object.entries(target)) {
    const place = path === "" ? name : `${path}.${name}`;
    if (typeof value === "function") yield [place, (value as AnyFunction).bind(target)];
    else if (typeof value === "object" && value !== null) yield* walk(value as object, place);
  }
}

/** Paths of all values below a list of arguments. */
function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (!isPlain(value)) return;
  for (const [name, member] of Object.entries(value)) yield* pathsOf(member, [...path, name]);
}

function isPlain(value: unknown): value is object {
  return Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
}

function valueAt(owner: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Record<string, unknown>)[name], owner);
}

function withValue(owner: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy: unknown = Array.isArray(owner) ? [...(owner as unknown[])] : { ...(owner as object) };
  const members = copy as Record<string, unknown>;
  members[name] = withValue(members[name], rest, value);
  return copy;
}
