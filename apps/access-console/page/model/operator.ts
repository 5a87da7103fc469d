/** The operator or the auditor, by a key of the server's settings that is in this page's memory only. */

import type { AuthClient } from "@bourse/client/auth";
import type { UsersClient } from "@bourse/client/auth/users";
import { toast } from "@bourse/ui";
import { signal } from "@preact/signals";

import { clientsWithKey } from "./client.ts";
import { told } from "./told.ts";

interface Operator {
  /** Client that reads the whole audit trail. */
  readonly auth: AuthClient;
  /** Client of the users; undefined for the auditor, who has none. */
  readonly users: UsersClient | undefined;
}

/** The operator or auditor; undefined while no key was entered. */
export const operator = signal<Operator | undefined>(undefined);

/** Takes a key over as the operator's, else as the auditor's; rejects with a sentence when it is neither. */
export async function enterOperator(key: string): Promise<void> {
  const { auth, users } = await clientsWithKey(key);
  const query = { limit: 1 };
  const asOperator = await users.listUsers.safe({ query });
  if (asOperator.ok) {
    operator.value = { auth, users };
    return;
  }
  if (!isRefusal(asOperator.error)) throw told(asOperator.error);
  // A key of an account reads its own rows of the audit trail; nobody is to take them for all.
  if ((await auth.me.safe()).ok) throw new Error(OF_AN_ACCOUNT);
  const asAuditor = await auth.listAudit.safe({ query });
  if (!asAuditor.ok) {
    const isClosed = asOperator.error.code === "FORBIDDEN";
    throw isClosed ? told(asOperator.error) : new Error(UNKNOWN);
  }
  operator.value = { auth, users: undefined };
}

/** Forgets the key. */
export function leaveOperator(): void {
  operator.value = undefined;
}

/** Makes a call of the users; errors are sentences for people, and a key that is refused is forgotten. */
export function asOperator<Result>(work: (users: UsersClient) => Promise<Result>): Promise<Result> {
  return withKey(operator.value?.users, work);
}

/** Makes a call about the whole audit trail, likewise. */
export function asAuditor<Result>(work: (auth: AuthClient) => Promise<Result>): Promise<Result> {
  return withKey(operator.value?.auth, work);
}

const OF_AN_ACCOUNT =
  "This is an API key of an account. Enter AUTH_OPERATOR_KEY or AUTH_AUDIT_KEY of the server's settings.";
const UNKNOWN =
  "The server does not know this key. Enter AUTH_OPERATOR_KEY or AUTH_AUDIT_KEY of its settings.";

async function withKey<Client, Result>(
  client: Client | undefined,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  if (client === undefined) throw new Error("Enter the operator's key first.");
  try {
    return await work(client);
  } catch (error) {
    if (isRefusal(error) && operator.value !== undefined) {
      leaveOperator();
      toast("The server refuses the key from now on. Enter the present one.", { kind: "fair" });
    }
    throw told(error);
  }
}

function isRefusal(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === "INVALID_API_KEY" || code === "FORBIDDEN";
}
