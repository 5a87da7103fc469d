import { AuthError } from "./errors.ts";

/** Refuses one more record of a kind. `what` names the kind in the plural. @throws AuthError QUOTA_EXCEEDED */
export function checkQuota(held: number, limit: number, what: string): void {
  if (held < limit) return;
  throw new AuthError(
    "QUOTA_EXCEEDED",
    `This account has ${held} ${what}, and ${limit} is the maximum.`,
    {
      details: { what, limit },
    },
  );
}
