// Places stay within the words of a sentence, so `!` only satisfies the type checker.

/** Rules between the parameters and options of a sweep, written as text: `fast_period < slow_period`. */

import { didYouMean } from "@bourse/kernel";

import { foundWord } from "../candles/interval.ts";
import { EngineError } from "../errors.ts";

/** A parsed rule: tells whether values by name keep it. */
export type Constraint = (values: Readonly<Record<string, unknown>>) => boolean;

type Term = (values: Readonly<Record<string, unknown>>) => unknown;

const FORM =
  'NAME < NAME, with <, <=, >, >=, = or !=; a side may be a number, a "text", or 2 * NAME; "if" and a second comparison may follow';

/**
 * Parses rules; names are those of the strategy's parameters, and of options after `options.`.
 *
 * @throws EngineError OPTIONS_INVALID, which shows the rule and the form
 */
export function parseConstraints(
  constraints: readonly string[],
  names: readonly string[],
): readonly Constraint[] {
  if (!Array.isArray(constraints)) throw refused(foundWord(constraints), "is no list of rules");
  return constraints.map((text: unknown) => {
    if (typeof text !== "string") throw refused(foundWord(text), "is no text");
    if (text.length > 256) throw refused(`${text.slice(0, 64)}…`, "is longer than 256 characters");
    return constraintOf(text, names);
  });
}

function constraintOf(text: string, names: readonly string[]): Constraint {
  const [rule = "", condition, ...more] = text.split(/\sif\s/u);
  if (more.length > 0) throw refused(text, 'has more than one "if"');
  const holds = comparisonOf(rule, text, names);
  if (condition === undefined) return holds;
  const applies = comparisonOf(condition, text, names);
  return (values) => !applies(values) || holds(values);
}

function comparisonOf(part: string, text: string, names: readonly string[]): Constraint {
  const found = /^\s*(.+?)\s*(<=|>=|!=|<|>|=)\s*(.+?)\s*$/su.exec(part);
  if (found === null) throw refused(text, "is no comparison");
  const [, left, sign, right] = found;
  const one = termOf(left!, text, names);
  const other = termOf(right!, text, names);
  return (values) => compare(one(values), sign!, other(values));
}

/** An order with null, as that of a stop that there is not, holds: there is nothing to compare. */
function compare(one: unknown, sign: string, other: unknown): boolean {
  if (sign === "=") return one === other;
  if (sign === "!=") return one !== other;
  if (typeof one !== "number" || typeof other !== "number") return one === null || other === null;
  if (sign === "<") return one < other;
  if (sign === "<=") return one <= other;
  return sign === ">" ? one > other : one >= other;
}

function termOf(term: string, text: string, names: readonly string[]): Term {
  const constant = constantOf(term);
  if (constant !== undefined) return () => constant.value;
  const factor = /^([^*]+?)\s*\*\s*([^*]+)$/u.exec(term);
  if (factor === null) return nameOf(term, text, names);
  const [, one, other] = factor;
  const [number, name] = Number.isFinite(Number(one)) ? [one!, other!] : [other!, one!];
  const scale = Number(number);
  if (!Number.isFinite(scale)) throw refused(text, `multiplies by ${JSON.stringify(number)}`);
  const value = nameOf(name, text, names);
  return (values) => {
    const own = value(values);
    return typeof own === "number" ? scale * own : own;
  };
}

function constantOf(term: string): { readonly value: unknown } | undefined {
  if (term.trim() !== "" && Number.isFinite(Number(term))) return { value: Number(term) };
  if (term === "true" || term === "false") return { value: term === "true" };
  if (term === "null") return { value: null };
  const quoted = /^(["'])([^"']*)\1$/u.exec(term);
  return quoted === null ? undefined : { value: quoted[2] };
}

function nameOf(name: string, text: string, names: readonly string[]): Term {
  if (names.includes(name)) return (values) => values[name];
  throw refused(text, `has ${JSON.stringify(name)}, which is no name.${didYouMean(name, names)}`);
}

function refused(text: string, fault: string): EngineError {
  const end = fault.endsWith("?") ? "" : ".";
  return new EngineError(
    "OPTIONS_INVALID",
    `sweep: the rule ${JSON.stringify(text)} of option "constraints" ${fault}${end} Expected ${FORM}.`,
    { details: { option: "constraints" } },
  );
}
