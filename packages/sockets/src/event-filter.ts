/** Filter of the events that a client gets. */

import type { SequencedEvent } from "@bourse/kernel";

/** Selects the events that a client gets. */
export interface EventFilter<Event extends SequencedEvent> {
  /** Equal keys accept equal events: such clients share their frames. */
  readonly key: string;
  /** Returns true for an event that the client gets. */
  readonly accepts: (event: Event) => boolean;
}

/** Largest number of patterns in a list; each has 1 to 64 characters. */
const MOST_PATTERNS = 64;
const PATTERN = /^(?=.{1,64}$)(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\.\*)?)$/;

/** Accepts everything. */
export const everything: EventFilter<SequencedEvent> = Object.freeze({
  key: "",
  accepts: () => true,
});

/** True when `value` is a list of exact names and of `token.*`, at most 64; an empty one accepts nothing. */
export function isPatternList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= MOST_PATTERNS &&
    value.every((item) => typeof item === "string" && PATTERN.test(item))
  );
}

/** Accepts what any of `patterns` names: `token.added` exactly, `token.*` all that begins with `token.`, `*` all. */
export function patternFilter(patterns: readonly string[]): EventFilter<SequencedEvent> {
  if (patterns.includes("*")) return everything;
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith(".*")));
  const prefixes = patterns
    .filter((pattern) => pattern.endsWith(".*"))
    .map((pattern) => pattern.slice(0, -1));
  return {
    key: [...new Set(patterns)].toSorted().join(" ") || "none",
    accepts: ({ type }) => names.has(type) || prefixes.some((prefix) => type.startsWith(prefix)),
  };
}

/** Accepts what both accept. */
export function both<Event extends SequencedEvent>(
  first: EventFilter<Event>,
  second: EventFilter<Event>,
): EventFilter<Event> {
  if (first.key === "") return second;
  if (second.key === "") return first;
  return {
    key: `${first.key}\n${second.key}`,
    accepts: (event) => first.accepts(event) && second.accepts(event),
  };
}
