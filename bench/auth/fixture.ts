/** An access control in memory with one account, for the measurements that need no server. */

import {
  authCollections,
  createAuthCore,
  type AuthCore,
  type AuthCoreOptions,
} from "@bourse/auth-core";
import { createPasswordHasher } from "@bourse/credentials";
import { createMemoryStore } from "@bourse/kernel";

export const EMAIL = "ada@example.com";
export const PASSWORD = "correct horse battery";

export interface Fixture {
  readonly core: AuthCore;
  readonly userId: string;
  readonly token: string;
  readonly key: string;
}

export async function fixture(options: Partial<AuthCoreOptions> = {}): Promise<Fixture> {
  const core = await createAuthCore({
    store: createMemoryStore({ collections: authCollections }),
    masterKey: new Uint8Array(32).fill(1),
    hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1 }),
    ...options,
  });
  const { user, token } = await core.accounts.register({ email: EMAIL, password: PASSWORD });
  const { key } = await core.keys.create(user.id, { name: "bench", permissions: ["read"] });
  return { core, userId: user.id, token, key };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** One line of the report: the figure, and whether it keeps the claim. */
export function report(what: string, figure: string, isKept: boolean): void {
  console.log(`${isKept ? "kept  " : "MISSED"}  ${what.padEnd(66)} ${figure}`);
}

/** A figure beside the claims. */
export function note(what: string, figure: string): void {
  console.log(`        ${what.padEnd(66)} ${figure}`);
}
