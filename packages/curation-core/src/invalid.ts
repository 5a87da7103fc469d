/** Errors about the parts of an input that are not acceptable. */

import type { RefuseArgument } from "@bourse/kernel";

import { CurationError } from "./errors.ts";
import type { Issue } from "./issue.ts";

/** An input that does not fit, with one issue. */
export function invalid(loc: Issue["loc"], msg: string, type = "invalid"): CurationError {
  return invalidParts([{ loc, msg, type }]);
}

/** Names of arguments that a request has in its body or its query. */
const PLACES: Readonly<Record<string, string>> = {
  input: "body",
  edit: "body",
  patch: "body",
  query: "query",
  range: "query",
};

/** The error of an argument of a wrong type, with one issue at its place. */
export const wrongArgument: RefuseArgument = (message, [argument = "input", ...members]) =>
  new CurationError("VALIDATION_ERROR", message, {
    details: {
      issues: [{ loc: [PLACES[argument] ?? argument, ...members], msg: message, type: "type" }],
    },
  });

/** An input that does not fit, with all its issues. */
export function invalidParts(issues: readonly Issue[]): CurationError {
  const first = issues[0];
  const where = first === undefined ? "input" : first.loc.join(".");
  return new CurationError("VALIDATION_ERROR", `${where}: ${first?.msg ?? "does not fit."}`, {
    details: { issues },
  });
}
