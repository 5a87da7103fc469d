import { AuthError, type AuthCore, type Identity } from "@bourse/auth-core";

/**
 * Owner whose records and keys a caller asks for: its own account or organization, or one that the holder of a session
 * is a member of. An account's API keys do not reach its organizations.
 *
 * @throws AuthError NOT_FOUND
 */
export async function recordsOwner(
  { organizations }: Pick<AuthCore<string>, "organizations">,
  { userId, sessionId }: Pick<Identity<string>, "userId" | "sessionId">,
  organizationId: string | undefined,
): Promise<string> {
  if (organizationId === undefined || organizationId === userId) return userId;
  if (sessionId === null) throw notReached();
  await organizations.requireRole(userId, organizationId, "member");
  return organizationId;
}

/** The error of an API key that asks for what belongs to an organization of its account. */
export function notReached(): AuthError {
  return new AuthError("NOT_FOUND", "There is no such organization for this API key.");
}
