import type { AuthCore, Identity } from "@bourse/auth-core";

/**
 * Passes for a caller who may change proof or keys now: an account without factors, a session that was stepped up, an
 * API key, which programs hold.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function steppedUp(
  { factors }: Pick<AuthCore<string>, "factors">,
  { userId, sessionId }: Pick<Identity, "userId" | "sessionId">,
): Promise<void> {
  if (sessionId !== null) await factors.requireStepUp({ userId, sessionId });
}
