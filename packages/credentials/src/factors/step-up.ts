/** Step-up: a session whose holder has just answered by a second factor may make changes that need one. */

import type { Origin } from "../origin/origin.ts";
import { sessions } from "../session/session-document.ts";
import { issueChallenge } from "./challenges.ts";
import { endedChallenge } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { heldFactors, kindsOf } from "./held-factors.ts";
import { type FactorAnswer, type FactorProof, proveFactor } from "./prove-factor.ts";

/** Minutes for which an answer is good. */
const STEP_UP_MINUTES = 10;

/** A session of a user. */
export interface SteppedSession {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Passes for an account without factors, and in a session whose holder has answered within ten minutes.
 *
 * @throws the core's error STEP_UP_REQUIRED, details.challenge and details.factors
 */
export async function requireStepUp(
  parts: FactorsParts,
  { userId, sessionId }: SteppedSession,
): Promise<void> {
  const { store, clock, refuse } = parts;
  const held = await heldFactors(store, userId);
  if (held.length === 0) return;
  const session = (await store.get(sessions, sessionId))?.value;
  const age = clock.now() - (session?.steppedUpAt ?? -Infinity);
  // A time that a wrong clock has put into the future opens nothing.
  if (session?.userId === userId && age >= 0 && age < STEP_UP_MINUTES * 60_000) return;
  const facts = { purpose: "step_up", userId, boundTo: sessionId } as const;
  const details = { challenge: await issueChallenge(parts, facts), factors: kindsOf(held) };
  const message = "This change needs your second factor first.";
  throw refuse("STEP_UP_REQUIRED", message, { details });
}

/**
 * Steps a session up by the answer to its challenge.
 *
 * @throws the core's error CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function stepUp(
  parts: FactorsParts,
  { userId, sessionId }: SteppedSession,
  answer: FactorAnswer,
  { origin, failed }: { readonly origin: Origin; readonly failed: (userId: string) => void },
): Promise<Pick<FactorProof, "kind">> {
  const only = { userId, boundTo: sessionId };
  const proof = await proveFactor(parts, answer, { purpose: "step_up", only, origin, failed });
  await parts.store.transaction(async (tx) => {
    const found = await tx.get(sessions, sessionId);
    if (found === undefined) throw endedChallenge(parts);
    await proof.spend(tx);
    const steppedUpAt = parts.clock.now();
    await tx.replace(sessions, { ...found.value, steppedUpAt }, found.version);
  });
  return proof;
}
