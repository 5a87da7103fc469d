/** Limits of what people add to a draft. */

import { isFreeText } from "@bourse/kernel";

import { invalid } from "../invalid.ts";

/** Maximum number of versions of a draft, and of its comments: as many as their lists show. */
export const MAXIMUM_OF_DRAFT = 1000;

/** Checks a comment or an answer in the body of a request. @throws CurationError VALIDATION_ERROR */
export function checkText(text: string, name: string): void {
  if (isFreeText(text, 1, 5000)) return;
  throw invalid(["body", name], "must be legible text of 1 to 5000 characters", "string");
}
