/** Calls of public functions with one argument, or one field of one, of a wrong shape. */
import { ClientError } from "../../packages/client/src/index.ts";
import { ContractError, JsonProblem } from "../../packages/contract/src/index.ts";
import { BourseError, hasCode, isBourseError } from "../../packages/kernel/src/index.ts";
import type { PublicFunction } from "./public-functions.ts";
import { sampleOf, type Makers } from "./sample-values.ts";
import { kindOf, type Field } from "./type-shapes.ts";

/** Valid calls of functions, where their types do not say it. */
export interface Calls {
  /**
   * Valid values by the name of a type, of a field or parameter as `.wavelet`, or of the parameter of one function as
   * `createTtlCache.options`, also as a promise.
   */
  readonly makers: Makers;
  /** Arguments of a valid call by the name of the function, where those made by types do not fit together. */
  readonly calls: Readonly<Record<string, () => readonly unknown[]>>;
  /** Code that a valid call ends with where nothing is at the other end, by the name of the function. */
  readonly ends: Readonly<Record<string, string>>;
}

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

const throwing: object = new Proxy(
  {},
  {
    get: () => {
      throw new RangeError("a proxy that throws");
    },
    ownKeys: () => {
      throw new RangeError("a proxy that throws");
    },
  },
);

const WRONG: readonly (readonly [name: string, value: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-1", -1],
  ["1.5", 1.5],
  ['""', ""],
  ['"x"', "x"],
  ["10n", 10n],
  ["true", true],
  ["a symbol", Symbol("x")],
  ["a function", () => undefined],
  ["[]", []],
  ["[null]", [null]],
  ["{}", {}],
  ["a cycle", cyclic],
  ["an object without a prototype", Object.create(null)],
  ["a throwing proxy", throwing],
];

/** A place in the arguments of a function. */
interface Place {
  /** Name of the parameter, and of its field: `options.period`. */
  readonly name: string;
  readonly index: number;
  readonly field?: string;
  readonly values: typeof WRONG;
  /** Tells whether a call must not accept the value there. */
  readonly refuses: (value: unknown) => boolean;
}

/** Tells whether a parameter is an object of options. */
function areOptions({ name, shape }: Field): boolean {
  const isNamed = shape.name.endsWith("Options") || /^(options|given)$/.test(name);
  return isNamed && shape.kinds?.has("object") === true;
}

/**
 * Faults of one function, each with the place and the value there: an error that is none of a Bourse package, a call
 * without an end, and a value of a kind that the type does not have, or a misspelt option, that was accepted.
 */
export async function faultsOf(one: PublicFunction, known: Calls): Promise<readonly string[]> {
  const good = (): Promise<readonly unknown[]> => goodArguments(one, known);
  const end = known.ends[one.name];
  try {
    const error = await errorOf(one.call, await good(), end);
    if (error !== undefined && error !== REFUSED)
      return [`${one.name}: no valid call is known: ${told(error)}`];
  } catch (error) {
    return [`${one.name}: no valid call is known: ${told(error)}`];
  }
  const faults: string[] = [];
  for (const place of placesOf(one, await good())) {
    for (const [name, value] of place.values) {
      const error = await errorOf(one.call, withValue(await good(), place, value), end);
      if (error === undefined ? !place.refuses(value) : isOwn(error)) continue;
      const outcome = error === undefined ? "accepted" : told(error);
      faults.push(`${one.name}: ${place.name} = ${name}: ${outcome}`);
    }
  }
  return faults;
}

async function goodArguments(one: PublicFunction, known: Calls): Promise<readonly unknown[]> {
  const made = known.calls[one.name];
  if (made !== undefined) return made();
  const shortName = one.name.slice(one.name.indexOf(" ") + 1);
  return await Promise.all(
    one.parameters
      .filter(({ isRest }) => !isRest)
      .map((parameter) => {
        const make = known.makers[`${shortName}.${parameter.name}`];
        return make === undefined ? sampleOf(known.makers, parameter) : make();
      }),
  );
}

const madeBy = async (one: PublicFunction, known: Calls): Promise<unknown> =>
  await one.call(...(await goodArguments(one, known)));

/** The methods of what a valid call returns, each of an object of its own. */
export async function methodsOf(
  one: PublicFunction,
  known: Calls,
): Promise<readonly PublicFunction[]> {
  const methods: PublicFunction[] = [];
  for (const { name, parameters } of one.methods()) {
    const made = await madeBy(one, known);
    const method = isObject(made) ? made[name] : undefined;
    // A method of a class is tried once, whichever function makes its instances.
    if (typeof method !== "function" || isNative(method)) continue;
    // The streams of all indicators run one code.
    const key = one.name.endsWith(".stream") ? Function.prototype.toString.call(method) : method;
    if (seen.has(key)) continue;
    seen.add(key);
    methods.push({
      name: `${one.name}().${name}`,
      isConstructor: false,
      parameters,
      call: (...given) => method.apply(made, given) as unknown,
      methods: () => [],
    });
  }
  return methods;
}

const seen = new Set<unknown>();

/** Tells whether a method is one of the engine's own, as those of a list. */
const isNative = (method: Function): boolean =>
  Function.prototype.toString.call(method).includes("[native code]");

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function placesOf({ parameters }: PublicFunction, good: readonly unknown[]): readonly Place[] {
  return parameters.flatMap((parameter, index) => {
    if (parameter.isRest) return [];
    const { name, shape } = parameter;
    const place: Place = { name, index, values: WRONG, refuses: refuses(parameter) };
    const value = good[index];
    const isRecord = shape.kinds?.has("object") === true && (value === undefined || isPlain(value));
    if (!isRecord) return [place];
    // A name that begins with "~" is a type alone, and one that begins with "__@" a symbol.
    const named = shape.fields.filter((field) => !/^(~|__@)/.test(field.name));
    const read = named.filter((field) => READ[shape.name]?.includes(field.name) ?? true);
    const fields = read.map((field) => ({
      name: `${name}.${field.name}`,
      index,
      field: field.name,
      values: WRONG,
      refuses: refuses(field),
    }));
    return [place, ...fields, ...misspelt(parameter, index)];
  });
}

/** Fields that are read of objects which a store makes, or has a definition of its own for, by the name of the type. */
const READ: Readonly<Record<string, readonly string[]>> = {
  Collection: ["name"],
  Transaction: ["insert"],
};

/** A misspelt option: an object that is named as options has no other names. */
function misspelt(parameter: Field, index: number): readonly Place[] {
  const { name, shape } = parameter;
  const [first] = shape.fields;
  if (first === undefined || !areOptions(parameter)) return [];
  const field = `${first.name}x`;
  return [{ name: `${name}.${field}`, index, field, values: [["5", 5]], refuses: () => true }];
}

function refuses({ isOptional, shape }: Field): (value: unknown) => boolean {
  const { kinds } = shape;
  return (value) =>
    kinds !== null && !kinds.has(kindOf(value)) && !(value === undefined && isOptional);
}

/** Tells whether the fields of a value are given by callers; those of a schema are not. */
function isPlain(value: unknown): value is object {
  const prototype: unknown = Object.getPrototypeOf(value ?? 0);
  return prototype === Object.prototype && !Object.hasOwn(value as object, "_zod");
}

function withValue(
  good: readonly unknown[],
  { index, field }: Place,
  value: unknown,
): readonly unknown[] {
  const given = Array.from({ length: Math.max(good.length, index + 1) }, (_, at) => good[at]);
  given[index] = field === undefined ? value : { ...(given[index] as object), [field]: value };
  return given;
}

function told(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "no error object";
}

/** Tells whether an error is one of a Bourse package, or the system's about a path. */
function isOwn(error: unknown): boolean {
  if ([ClientError, ContractError, JsonProblem].some((one) => error instanceof one)) return true;
  return isBourseError(error) || (error instanceof Error && "syscall" in error && "path" in error);
}

/** Error that a call ends with; undefined where it accepts what is given, or ends with the code `end`. */
async function errorOf(
  call: PublicFunction["call"],
  given: readonly unknown[],
  end: string | undefined,
): Promise<unknown> {
  try {
    const outcome = call(...given);
    const value = outcome instanceof Promise ? await inTime(outcome) : outcome;
    await closed(value);
    // The answer "no" of a function that tells whether something is so accepts nothing.
    return value === false ? REFUSED : undefined;
  } catch (error) {
    if (end !== undefined && hasCode(error, end)) return undefined;
    return error ?? "nothing";
  }
}

const REFUSED = new BourseError("REFUSED", "false");

/** Time after which a call counts as one without an end. */
const LONGEST_MILLISECONDS = 10_000;

async function inTime(outcome: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error("the call does not end"));
  }, LONGEST_MILLISECONDS);
  try {
    return await Promise.race([outcome, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends what a call has begun. */
async function closed(value: unknown): Promise<void> {
  if (typeof value !== "object" || value === null) return;
  const { close, stop, place } = value as Readonly<Record<string, unknown>>;
  // A generator checks what it is given at the first step; a stream that closes may wait for ever there.
  if (Symbol.asyncIterator in value && close === undefined) {
    await (value as AsyncGenerator<unknown>).next();
  }
  // A broker's `close` takes what to close.
  const end = place === undefined ? (close ?? stop) : stop;
  if (typeof end === "function" && end.length === 0) await (end.call(value) as unknown);
}
