/** Events of the service that an operator is told of, each as one line of text. */

import { factsOf } from "./alert-facts.ts";
import { alertKindOf, type AlertKind, type LoggedEvent } from "./alert-kind.ts";
import type { AlertTexts } from "./alert-texts.ts";

/** One event that is alerted. A type alias, so that a store accepts it as plain JSON. */
export type Alert = {
  /** Kind of the event. */
  readonly kind: AlertKind;
  /** Sequence number of the event in the store's log. */
  readonly sequence: number;
  /** Time of the event, milliseconds UTC. */
  readonly at: number;
  /** The event in one line, at most 500 characters. */
  readonly line: string;
};

/** Maximum number of characters of a line. */
const MAX_LINE = 500;

/** The alert of an event; undefined for one that nobody is told of. */
export function alertOf(event: LoggedEvent, texts: AlertTexts): Alert | undefined {
  const kind = alertKindOf(event);
  if (kind === undefined) return undefined;
  const { sequence, timestamp: at } = event;
  return { kind, sequence, at, line: shortened(lineOf(kind, event, texts)) };
}

function lineOf<Kind extends AlertKind>(kind: Kind, event: LoggedEvent, texts: AlertTexts): string {
  return texts[kind](factsOf(kind, event));
}

/** One line without control characters, which a terminal or a mail would obey. */
function shortened(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").toWellFormed();
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1).toWellFormed()}…`;
}
