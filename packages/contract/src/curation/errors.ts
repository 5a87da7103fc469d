/** Groups of error codes that several routes share. */

export const INVALID = { VALIDATION_ERROR: 422 } as const;
/** What every body may cause beside its own faults. */
export const BODY = {
  ...INVALID,
  JSON_MALFORMED: 400,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;
export const TOKEN = { UNAUTHORIZED: 401, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 } as const;
export const WRITING = { ...TOKEN, RATE_LIMITED: 429 } as const;
export const PERMITTED = { ...TOKEN, FORBIDDEN: 403 } as const;
export const HASHING = { RATE_LIMITED: 429, BUSY: 503 } as const;
/** Of what may come with a proof of a wallet. */
export const NODE = { WALLET_NODE_UNAVAILABLE: 503 } as const;
export const TAKEN = { USERNAME_TAKEN: 409, EMAIL_TAKEN: 409, WALLET_TAKEN: 409 } as const;
/** Of every decision about a draft. */
export const DECISION = {
  ...BODY,
  ...WRITING,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  STATE_CONFLICT: 409,
  CLAIM_HELD: 409,
  VERSION_MISMATCH: 412,
} as const;
