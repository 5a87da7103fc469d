import { IndicatorError } from "./errors.ts";

/** A parameter of an indicator: its default and its bounds. */
export interface IndicatorParameter {
  /** Kind of the value: a whole number, any finite number, one of some words, or the calendar of a market. */
  readonly kind: "whole" | "real" | "choice" | "calendar";
  /** Value that is taken when the option is left out. */
  readonly default: number | string | null;
  /** Least value, itself allowed; null for what is no number. */
  readonly minimum: number | null;
  /** Greatest value, itself allowed; null for what is no number. */
  readonly maximum: number | null;
  /** Words of a choice, in TA-Lib's order; empty for what is no choice. */
  readonly choices: readonly string[];
}

/** Longest period, as in TA-Lib. */
export const LONGEST = 100_000;

/** Greatest size of a real parameter, as in TA-Lib. */
const HUGE = 3e37;

/** A whole number within bounds. */
export function whole(
  fallback: number,
  minimum = 1,
  maximum: number = LONGEST,
): IndicatorParameter {
  return { kind: "whole", default: fallback, minimum, maximum, choices: [] };
}

/** A period in candles, of any length. */
export function period(fallback: number): IndicatorParameter {
  return whole(fallback, 1, Number.MAX_SAFE_INTEGER);
}

/** A finite number within bounds. */
export function real(
  fallback: number,
  minimum: number = -HUGE,
  maximum: number = HUGE,
): IndicatorParameter {
  return { kind: "real", default: fallback, minimum, maximum, choices: [] };
}

/** One of some words, the first unless another one is named. */
export function choice(
  choices: readonly string[],
  fallback: string = choices[0] ?? "",
): IndicatorParameter {
  return { kind: "choice", default: fallback, minimum: null, maximum: null, choices };
}

/** The calendar of a market, checked by the indicator that opens it; none unless it is given. */
export function calendarName(): IndicatorParameter {
  return { kind: "calendar", default: null, minimum: null, maximum: null, choices: [] };
}

type Specs = Readonly<Record<string, IndicatorParameter>>;

/**
 * The options with the defaults of what is left out.
 *
 * @throws IndicatorError OPTIONS_INVALID: an unknown option, or a value outside of its bounds
 */
export function resolveParameters(
  indicator: string,
  specs: Specs,
  options: unknown,
): Record<string, unknown> {
  const given = givenOptions(indicator, Object.keys(specs), options);
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => {
      const value = given.get(name) === undefined ? spec.default : given.get(name);
      if (isAllowed(spec, value)) return [name, value];
      throw invalid(
        indicator,
        name,
        `expected ${name} to be ${expected(spec)}, found ${told(value)}`,
      );
    }),
  );
}

function isAllowed(spec: IndicatorParameter, value: unknown): boolean {
  if (spec.kind === "calendar")
    return value === null || ["string", "object"].includes(typeof value);
  if (spec.kind === "choice") return typeof value === "string" && spec.choices.includes(value);
  if (typeof value !== "number") return false;
  const isNumber = spec.kind === "whole" ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isNumber && value >= (spec.minimum ?? value) && value <= (spec.maximum ?? value);
}

/** The allowed values of a parameter, in words. */
export function expected({ kind, minimum, maximum, choices }: IndicatorParameter): string {
  if (kind === "calendar") return "a calendar such as XNYS, hours, or null";
  if (kind === "choice") return `one of ${choices.join(", ")}`;
  const number = kind === "whole" ? "a whole number" : "a finite number";
  return `${number} from ${minimum} to ${maximum}`;
}

/**
 * The options by their names, each of which is one of `names`.
 *
 * @throws IndicatorError OPTIONS_INVALID: no object, an unknown option, an option that cannot be read
 */
export function givenOptions(
  indicator: string,
  names: readonly string[],
  options: unknown,
): ReadonlyMap<string, unknown> {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw invalid(
      indicator,
      "options",
      `expected the options as an object such as { ${names[0] ?? "period"}: … }, found ${told(options)}`,
    );
  }
  const given = entriesOf(indicator, options);
  for (const name of given.keys()) {
    if (!names.includes(name)) throw invalid(indicator, name, unknownOption(name, names));
  }
  return given;
}

function entriesOf(indicator: string, options: object): Map<string, unknown> {
  try {
    return new Map<string, unknown>(Object.entries(options));
  } catch {
    throw invalid(indicator, "options", "the options cannot be read: a getter of theirs throws");
  }
}

/** A value as a message may show it. */
export function told(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const isShort = typeof value === "number" || typeof value === "string" || value === null;
  return isShort ? String(value) : typeof value;
}

function unknownOption(name: string, names: readonly string[]): string {
  const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  return `unknown option "${name}"; ${known}`;
}

/** The error of an option of an indicator. */
export function invalid(indicator: string, option: string, text: string): IndicatorError {
  return new IndicatorError(`${indicator}: ${text}.`, { indicator, option });
}
