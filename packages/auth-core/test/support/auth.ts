/** An access control with a clock that stands still and hashes that cost nothing. */
import { createPasswordHasher } from "@bourse/credentials";
import { type ManualClock, type Store, createManualClock, createMemoryStore } from "@bourse/kernel";

import {
  type AuditEvent,
  type AuthCore,
  type AuthCoreOptions,
  type Credentials,
  type Identity,
  type Permission,
  authCollections,
  createAuthCore,
} from "../../src/index.ts";

const START: number = Date.UTC(2026, 0, 1);
export const PASSWORD = "correct horse battery";

export interface Fixture<Name extends string = Permission> {
  readonly auth: AuthCore<Name>;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly events: AuditEvent[];
  readonly masterKey: Uint8Array;
  /** Another instance on the same store: a replica, or this one after a restart. */
  readonly again: () => Promise<AuthCore<Name>>;
}

export async function fixture<Name extends string = Permission>(
  options: Partial<AuthCoreOptions<Name>> = {},
): Promise<Fixture<Name>> {
  const clock = createManualClock({ now: START });
  const store = options.store ?? createMemoryStore({ collections: authCollections });
  const masterKey = new Uint8Array(32).fill(7);
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
  const again = (): Promise<AuthCore<Name>> =>
    createAuthCore({ store, masterKey, hasher, clock, keyPublishSeconds: 0, ...options });
  const auth = await again();
  const events: AuditEvent[] = [];
  auth.audit.on((event) => events.push(event));
  return { auth, clock, store, events, masterKey, again };
}

/** The code of what `work` rejects with, or `"resolved"`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "resolved",
    (error: { code?: string }) => error.code ?? "no code",
  );
}

/** The caller that an access token authenticates. Rejects with the code of the refusal. */
export async function identifyToken(core: AuthCore, token: string): Promise<Identity> {
  return await identityOf(core, { token });
}

/** The caller that an API key authenticates. Rejects with the code of the refusal. */
export async function identifyKey(core: AuthCore, apiKey: string): Promise<Identity> {
  return await identityOf(core, { apiKey });
}

async function identityOf({ guard }: AuthCore, credentials: Credentials): Promise<Identity> {
  const verdict = await guard.identify(credentials);
  if (verdict.ok) return verdict.identity;
  throw Object.assign(new Error("refused"), { code: verdict.code });
}
