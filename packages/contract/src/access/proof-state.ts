/** The proof by which a connection was opened, judged again while it is open. */

/**
 * `valid`; `ended` for a proof that was revoked, has expired or lost its right; `unknown` where whoever judges it does
 * not answer.
 */
export type ProofState = "valid" | "ended" | "unknown";
