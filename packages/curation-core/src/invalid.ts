/** Errors about the parts of an input that are not acceptable. */

import { CurationError } from "./errors.ts";
import type { Issue } from "./issue.ts";

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
