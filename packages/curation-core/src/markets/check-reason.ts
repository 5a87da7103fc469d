import { isFreeText } from "@bourse/kernel";

import { invalid } from "../invalid.ts";

/** Checks the reason of a dispute or an invalidation. @throws CurationError VALIDATION_ERROR */
export function checkReason(reason: string): void {
  if (isFreeText(reason, 1, 5000)) return;
  throw invalid(["body", "reason"], "must be legible text of 1 to 5000 characters", "string");
}
