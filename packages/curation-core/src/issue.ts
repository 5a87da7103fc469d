/** What is wrong with which part of an input: the shape in which validation is reported on the wire. */

import { CurationError } from "./errors.ts";

export interface Issue {
  /** Where: names and positions from the body's root. */
  readonly loc: readonly (string | number)[];
  /** A sentence for people. */
  readonly msg: string;
  /** A word for programs. */
  readonly type: string;
}

/** An input that does not fit, with one issue. */
export function invalid(loc: Issue["loc"], msg: string, type = "invalid"): CurationError {
  return invalidParts([{ loc, msg, type }]);
}

/** An input that does not fit, with all its issues. */
export function invalidParts(issues: readonly Issue[]): CurationError {
  const first = issues[0];
  const where = first === undefined ? "input" : first.loc.join(".");
  return new CurationError("VALIDATION_ERROR", `${where}: ${first?.msg ?? "does not fit."}`, {
    details: { issues },
  });
}
