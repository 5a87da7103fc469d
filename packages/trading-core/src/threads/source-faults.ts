/** Faults of a strategy's source by line and column. */

import type { EngineError } from "@bourse/backtest-engine";
import type { BourseError } from "@bourse/kernel";

import type { SourceFault } from "../sources/source-error.ts";

/** A fault without a place of its own. */
export function faultOf(message: string): SourceFault {
  return { line: 1, column: 1, message };
}

/** The faults of a source that could not be loaded as `file`, in the order of their lines. */
export function faultsOf(
  error: BourseError<string, object>,
  file: string,
  source: string,
): readonly SourceFault[] {
  const details: EngineError<"STRATEGY_INVALID">["details"] = error.details;
  const { place = "", column = 1, faults = [] } = details;
  const line = place.startsWith(`${file}:`) ? Number(place.slice(file.length + 1)) : undefined;
  const message = withoutFile(error.message, line === undefined ? file : place);
  if (line !== undefined) return [{ line, column, message }];
  const rules = faults.filter((fault) => fault !== error.message);
  if (rules.length === 0) {
    return [{ ...faultOf(message), line: lineOfImport(message, source) ?? lineOfName(source) }];
  }
  return rules
    .map((fault) => ({ ...faultOf(`${fault}.`), line: lineOfRule(fault, source) }))
    .toSorted((a, b) => a.line - b.line);
}

/** Line on which a source names its strategy or exports it, from 1; 1 when it does neither. */
export function lineOfName(source: string): number {
  return (
    lineOf(source, /^.*\bname\s*:\s*["'`]/mu) ?? lineOf(source, /^\s*export\s+default\b/mu) ?? 1
  );
}

/** Line of the import that a message names. */
function lineOfImport(message: string, source: string): number | undefined {
  const named = /^import of (\S+) is refused|^Cannot find \w+ '([^']+)'/u.exec(message);
  const specifier = named?.[1] ?? named?.[2];
  const at =
    specifier === undefined ? -1 : source.search(new RegExp(`["']${escaped(specifier)}["']`, "u"));
  return at < 0 ? undefined : source.slice(0, at).split("\n").length;
}

/** Line of the parameter that a fault names, else of the strategy's name. */
function lineOfRule(fault: string, source: string): number {
  const parameter =
    /\bparameter (?:name )?"?([A-Za-z_$][\w$]*)|^with its defaults, ([\w$]+):/u.exec(fault);
  const name = parameter?.[1] ?? parameter?.[2];
  if (name === undefined) return lineOfName(source);
  const named = new RegExp(`^\\s*["']?${escaped(name)}["']?\\s*:`, "mu");
  return lineOf(source, named) ?? lineOfName(source);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
}

function lineOf(source: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(source);
  if (found === null) return undefined;
  // A pattern may begin with the line breaks before its line.
  const at = found.index + found[0].length - found[0].trimStart().length;
  return source.slice(0, at).split("\n").length;
}

function withoutFile(message: string, place: string): string {
  return message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message;
}
