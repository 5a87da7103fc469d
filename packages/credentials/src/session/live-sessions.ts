/** The question of every request, whether a session is live, answered from a cache in front of the store. */

import { type TtlCache, createTtlCache } from "../cache/ttl-cache.ts";
import { type SessionDocument, sessions } from "./session-document.ts";
import { endOf, isOver } from "./session.ts";
import type { SessionsOptions } from "./sessions-options.ts";

/** Live sessions that this process has read; one that ends in another process stays for the life of a cache entry. */
export class LiveSessions {
  readonly #cache: TtlCache<SessionDocument>;
  readonly #read: (sessionId: string) => Promise<SessionDocument | undefined>;

  constructor({
    store,
    clock,
    liveCacheMilliseconds,
  }: Pick<Required<SessionsOptions>, "store" | "clock" | "liveCacheMilliseconds">) {
    const ttlMilliseconds = liveCacheMilliseconds;
    this.#cache = createTtlCache({ ttlMilliseconds, clock, expiresAt: endOf });
    this.#read = async (sessionId) => {
      const session = (await store.get(sessions, sessionId))?.value;
      return session === undefined || isOver(session, clock) ? undefined : session;
    };
  }

  /** True while this session of this user has not ended: at once from the cache, else as a promise. */
  has(sessionId: string, userId: string): boolean | Promise<boolean> {
    const session = this.#cache.get(sessionId, this.#read);
    const isOwn = (found: SessionDocument | undefined): boolean => found?.userId === userId;
    return session instanceof Promise ? session.then(isOwn) : isOwn(session);
  }

  /** Evicts sessions that have ended; call it after the commit. */
  evict(sessionIds: readonly string[]): void {
    this.#cache.invalidate(sessionIds);
  }

  /** Evicts every session. */
  clear(): void {
    this.#cache.clear();
  }
}
