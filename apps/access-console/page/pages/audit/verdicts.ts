/** The verdicts on acts in words. */

export const WORDS = { ok: "done", refused: "refused", failed: "failed" } as const;

export const KINDS = { ok: "good", refused: "fair", failed: "poor" } as const;
