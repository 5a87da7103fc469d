/** Who may call, stated once for every route but health. */

/** What any route but health may answer beside its own codes. */
export const GUARD = { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429 } as const;

export const security = "apiKey";
