/** Checks of answers against the schemas of a contract, for clients that want them. */

import { zodOf, type Route, type Routes, type Schema } from "@bourse/contract";

import { checkKind } from "./kinds.ts";

/** A difference of an answer from its contract. */
export interface AnswerFault {
  /** Sentence part that follows "the answer (200)". */
  readonly message: string;
  /** Error of the schema library. */
  readonly cause?: unknown;
}

/** A check of an answer's data: undefined for data that fits the contract. */
export type AnswerCheck = (
  operation: string,
  status: number,
  data: unknown,
) => AnswerFault | undefined;

/**
 * Returns a check of answers for the option `validateAnswers` of a client.
 *
 * Unknown names in enumerations pass and unknown fields stay in the data, as a newer service may send them. `events`
 * are the schemas of the events of streams, by operation id.
 *
 * @throws ClientError OPTION_INVALID for routes or schemas of another shape
 */
export function answersOf(
  routes: Routes,
  events: Readonly<Record<string, Schema>> = {},
): AnswerCheck {
  checkEach(routes, { definition: { responses: {} } }, "routes");
  checkEach(events, { _zod: {} }, "events");
  return (operation, status, data) => {
    // A name that is no text has none: an answer of an unknown route is a fault, never an error.
    const name = typeof operation === "string" ? operation : "";
    const definition = (routes[name] as Route | undefined)?.definition;
    const schema = events[name] ?? definition?.responses[status];
    if (schema === undefined) return { message: "has an unknown status" };
    const { error } = zodOf(schema).safeParse(data);
    const fault = error?.issues.find(
      // A union that has no member for an unknown name tells its discriminator.
      (issue) => issue.code !== "invalid_value" && !("discriminator" in issue),
    );
    if (fault === undefined) return undefined;
    return { message: `differs at ${fault.path.join(".")}: ${fault.message}`, cause: error };
  };
}

function checkEach(values: object, example: object, what: string): void {
  checkKind(values, {}, what);
  for (const [name, value] of Object.entries(values)) checkKind(value, example, `${what}.${name}`);
}
