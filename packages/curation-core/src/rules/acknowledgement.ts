/** The warnings that stop a submission and an approval until the caller says to know them. */

import { CurationError } from "../errors.ts";
import type { Finding } from "./finding.ts";

/** Codes of the warnings that a submission and an approval must acknowledge. */
export const ACKNOWLEDGED_WARNINGS: readonly string[] = Object.freeze(["no_deadline", "no_source"]);

/** Input of a submission. */
export interface Acknowledgement {
  /**
   * Codes of the warnings that the caller knows and accepts. Those of {@link ACKNOWLEDGED_WARNINGS} stop the call when
   * they are found and not named here. Default: none.
   */
  readonly acknowledgeWarnings?: readonly string[];
}

/** Codes that were found and acknowledged. @throws CurationError DRAFT_INCOMPLETE with one issue for each other one */
export function requireAcknowledged(
  warnings: readonly Finding[],
  { acknowledgeWarnings: given = [] }: Acknowledgement,
): readonly string[] {
  const found = warnings.filter(({ code }) => ACKNOWLEDGED_WARNINGS.includes(code));
  const missing = found.filter(({ code }) => !given.includes(code));
  if (missing.length === 0) return found.map(({ code }) => code);
  const issues = missing.map(({ code, message }) => ({
    loc: ["acknowledgeWarnings"],
    msg: `${message} Add one, or name ${code} here.`,
    type: code,
  }));
  const message = `Something is missing that a market rarely goes without: ${issues.map(({ msg }) => msg).join(" ")}`;
  throw new CurationError("DRAFT_INCOMPLETE", message, { details: { issues } });
}
