/** Quotas of records: one check for every kind in every core with accounts. */

/** Class of a core's errors that has the code QUOTA_EXCEEDED. */
type QuotaError = new (
  code: "QUOTA_EXCEEDED",
  message: string,
  options: { readonly details: { readonly what: string; readonly limit: number } },
) => Error;

/**
 * Refuses one more record of a kind when `held` of them are there already. `what` names the kind in the plural.
 *
 * @throws the given error with the code QUOTA_EXCEEDED
 */
export function checkQuota(held: number, limit: number, what: string, Refusal: QuotaError): void {
  if (held < limit) return;
  const message = `There are ${held} ${what}, and ${limit} is the maximum.`;
  throw new Refusal("QUOTA_EXCEEDED", message, { details: { what, limit } });
}
