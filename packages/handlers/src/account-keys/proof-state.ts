/** Proofs of open connections, judged again by the check that has let them in. */

import { isProblem, type ProofState } from "@bourse/contract";
import { countUnknown, type Clock } from "@bourse/kernel";

/** Interval in milliseconds at which the proof of an open connection is judged again. */
export const PROOF_MILLISECONDS = 5000;

/** The state of a proof by a check that throws the Problem of a refusal. Limits of a key do not end its connections. */
export async function proofState(check: () => Promise<unknown>): Promise<ProofState> {
  try {
    await check();
    return "valid";
  } catch (error) {
    const status = isProblem(error) ? error.status : 500;
    if (status === 401 || status === 403) return "ended";
    return status === 429 ? "valid" : "unknown";
  }
}

/**
 * Judges the proof of one connection whenever that is due; the function resolves to false once the connection has to
 * end.
 */
export function watchProof(
  clock: Pick<Clock, "monotonic">,
  recheck: () => Promise<ProofState>,
): () => Promise<boolean> {
  let dueAt = clock.monotonic() + PROOF_MILLISECONDS;
  const stateAfter = countUnknown();
  return async () => {
    if (clock.monotonic() < dueAt) return true;
    dueAt = clock.monotonic() + PROOF_MILLISECONDS;
    return stateAfter(await recheck()) === "valid";
  };
}
