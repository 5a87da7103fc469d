import { CurationError } from "./errors.ts";

/** Refuses one more record of a kind. `what` names the kind in the plural. @throws CurationError QUOTA_EXCEEDED */
export function checkQuota(held: number, limit: number, what: string): void {
  if (held < limit) return;
  throw new CurationError(
    "QUOTA_EXCEEDED",
    `There are ${held} ${what}, and ${limit} is the maximum.`,
    {
      details: { what, limit },
    },
  );
}
