/** Groups of error codes that several routes share. */

export const INVALID = { VALIDATION_ERROR: 422, RATE_LIMITED: 429 } as const;
/** The chain gives no answer; nothing was sent. */
export const CHAIN = { CHAIN_UNAVAILABLE: 503, CHAIN_REJECTED: 503, CHAIN_MISMATCH: 503 } as const;
export const KEY = { UNAUTHORIZED: 401, FORBIDDEN: 403 } as const;
/** Of what is paid once, whatever is tried again. */
export const PAYING = {
  ...INVALID,
  ...CHAIN,
  INSUFFICIENT_FUNDS: 422,
  TOKEN_UNSUPPORTED: 422,
  TRANSACTION_REFUSED: 422,
  TRANSACTION_REVERTED: 409,
  IDEMPOTENCY_MISMATCH: 422,
  IDEMPOTENCY_RUNNING: 409,
} as const;
