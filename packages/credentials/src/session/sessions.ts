/**
 * Sessions: what a login leaves behind, a refresh token keeps alive, and a logout ends.
 *
 * A session that is not in the store is over. `isLive` is asked for every request: it answers from memory for at most
 * a second, and at once after an end in this process.
 */

import {
  type Clock,
  type Ids,
  type Store,
  type Transaction,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
} from "@bourse/kernel";

import { createBriefMemory } from "../brief-memory.ts";
import {
  childOf,
  digestOf,
  formatRefreshToken,
  matchesDigest,
  newSalt,
  newSecret,
  parseRefreshToken,
} from "./refresh-token.ts";
import { type SessionDocument, sessions } from "./session-document.ts";

export interface SessionsOptions {
  readonly store: Store;
  /** A session ends when it was not refreshed for so long. 60–31,536,000. Default 30 days. */
  readonly idleSeconds?: number;
  /** A session ends so long after its login, whatever happens. 60–315,360,000. Default 90 days. */
  readonly absoluteSeconds?: number;
  /** After a rotation the old refresh token is taken for so long, for answers that were lost. 0–3600. Default 30 s. */
  readonly rotationGraceSeconds?: number;
  /** For how long `isLive` may answer from memory: the delay of an end on another replica. 0–60,000. Default 1000 ms. */
  readonly liveCacheMilliseconds?: number;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** Who logs in, from where. */
export interface SessionOwner {
  readonly userId: string;
  /** At most 300 characters are kept. */
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
}

export interface StartedSession {
  readonly session: SessionDocument;
  /** The only time that it is seen. */
  readonly refreshToken: string;
}

/** What a refresh token is worth. */
export type RefreshOutcome =
  | { readonly ok: true; readonly session: SessionDocument; readonly refreshToken: string | null }
  | { readonly ok: false; readonly reason: "unknown" | "expired" }
  /** The parent of a rotation, long after it: the session has been ended, for it was stolen. */
  | { readonly ok: false; readonly reason: "reused"; readonly session: SessionDocument };

export interface Sessions {
  /** Inside the caller's transaction, so that an account and its first session come together or not at all. */
  start(tx: Transaction, owner: SessionOwner): Promise<StartedSession>;
  /**
   * With `rotate` the answer carries a new token, the same one for as long as the given one is still taken; without it
   * null, and the given one stays good.
   */
  refresh(refreshToken: string, rotate: boolean): Promise<RefreshOutcome>;
  isLive(sessionId: string): Promise<boolean>;
  /** True when `isLive` would say so without asking the store. */
  isKnownLive(sessionId: string): boolean;
  /** A user's live sessions, newest first, at most 1000. */
  list(userId: string): Promise<readonly SessionDocument[]>;
  /** Ends one session of this user; false when there is none. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends and returns the session of a refresh token; undefined when the token is none of ours or over. */
  endByToken(refreshToken: string): Promise<SessionDocument | undefined>;
  /** Ends all sessions of a user but one, inside the caller's transaction; call `settle` with the result after it. */
  endAll(tx: Transaction, userId: string, except?: string): Promise<readonly string[]>;
  /** Makes ends that were committed felt in this process. */
  settle(endedIds: readonly string[]): void;
  /**
   * Deletes sessions whose time has been over for a week; until then their refresh tokens are told that they have
   * expired. Resolves to how many; at most 1000 a call.
   */
  sweep(): Promise<number>;
}

const REMEMBER_EXPIRED_MILLISECONDS = 7 * 86_400_000;

/** @throws KernelError OPTION_INVALID */
export function createSessions(given: SessionsOptions): Sessions {
  const options = resolveOptions("createSessions", given, {
    store: portOption<Store>(["transaction", "find", "get"]),
    idleSeconds: integerOption({ min: 60, max: 31_536_000, default: 2_592_000 }),
    absoluteSeconds: integerOption({ min: 60, max: 315_360_000, default: 7_776_000 }),
    rotationGraceSeconds: integerOption({ min: 0, max: 3600, default: 30 }),
    liveCacheMilliseconds: integerOption({ min: 0, max: 60_000, default: 1000 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
  const { store, clock } = options;
  const live = createBriefMemory<SessionDocument>({
    milliseconds: options.liveCacheMilliseconds,
    clock,
    endOf: (session) => Math.min(session.idleUntil, session.absoluteUntil),
  });

  const isOver = (session: SessionDocument): boolean =>
    clock.now() >= Math.min(session.idleUntil, session.absoluteUntil);

  /** The newest secret, or its parent while an answer may still be on its way. */
  const isGood = (session: SessionDocument, secret: string): boolean => {
    if (isOver(session)) return false;
    if (matchesDigest(secret, session.secretHash)) return true;
    return matchesDigest(secret, session.parentHash) && clock.now() < (session.parentUntil ?? 0);
  };

  const touched = (session: SessionDocument): SessionDocument => {
    const now = clock.now();
    const idleUntil = Math.min(now + options.idleSeconds * 1000, session.absoluteUntil);
    return { ...session, lastUsedAt: now, idleUntil };
  };

  /** The session under a child of `secret`, which is good for some seconds more. */
  const rotated = (session: SessionDocument, secret: string): SessionDocument => {
    const childSalt = newSalt();
    return {
      ...session,
      secretHash: digestOf(childOf(secret, childSalt)),
      childSalt,
      parentHash: session.secretHash,
      parentUntil: clock.now() + options.rotationGraceSeconds * 1000,
    };
  };

  const refreshIn = async (
    tx: Transaction,
    token: { readonly sessionId: string; readonly secret: string },
    rotate: boolean,
  ): Promise<RefreshOutcome> => {
    const found = await tx.get(sessions, token.sessionId);
    if (found === undefined) return { ok: false, reason: "unknown" };
    const session = found.value;
    const isCurrent = matchesDigest(token.secret, session.secretHash);
    const isParent = !isCurrent && matchesDigest(token.secret, session.parentHash);
    if (!isCurrent && !isParent) return { ok: false, reason: "unknown" };
    if (isOver(session)) return { ok: false, reason: "expired" };
    if (isParent && clock.now() >= (session.parentUntil ?? 0)) {
      await tx.delete(sessions, session.id, found.version);
      return { ok: false, reason: "reused", session };
    }
    // A parent in its grace is not rotated again: answers that cross, or were lost, all hold the one child.
    const used = rotate && isCurrent ? rotated(touched(session), token.secret) : touched(session);
    const { value } = await tx.replace(sessions, used, found.version);
    const refreshToken =
      rotate && value.childSalt !== null
        ? formatRefreshToken(session.id, childOf(token.secret, value.childSalt))
        : null;
    return { ok: true, session: value, refreshToken };
  };

  return Object.freeze({
    start: async (tx: Transaction, owner: SessionOwner): Promise<StartedSession> => {
      const now = clock.now();
      const secret = newSecret();
      const { value: session } = await tx.insert(sessions, {
        id: options.ids.uuid(),
        userId: owner.userId,
        secretHash: digestOf(secret),
        parentHash: null,
        parentUntil: null,
        childSalt: null,
        createdAt: now,
        lastUsedAt: now,
        idleUntil: now + Math.min(options.idleSeconds, options.absoluteSeconds) * 1000,
        absoluteUntil: now + options.absoluteSeconds * 1000,
        userAgent: owner.userAgent?.slice(0, 300) ?? null,
        ip: owner.ip ?? null,
      });
      return { session, refreshToken: formatRefreshToken(session.id, secret) };
    },
    refresh: async (refreshToken: string, rotate: boolean): Promise<RefreshOutcome> => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) return { ok: false, reason: "unknown" };
      const outcome = await store.transaction((tx) => refreshIn(tx, token, rotate));
      if (!outcome.ok) live.forget([token.sessionId]);
      return outcome;
    },
    isKnownLive: (sessionId: string): boolean => live.recall(sessionId) !== undefined,
    isLive: async (sessionId: string): Promise<boolean> => {
      const session = await live.ask(sessionId, async () => {
        const found = await store.get(sessions, sessionId);
        return found === undefined || isOver(found.value) ? undefined : found.value;
      });
      return session !== undefined;
    },
    list: async (userId: string): Promise<readonly SessionDocument[]> => {
      const page = await store.find(sessions, {
        index: "by_user",
        equals: [userId],
        order: "desc",
        limit: 1000,
      });
      return page.items.map(({ value }) => value).filter((session) => !isOver(session));
    },
    end: async (userId: string, sessionId: string): Promise<boolean> => {
      const ended = await store.transaction(async (tx) => {
        const found = await tx.get(sessions, sessionId);
        if (found === undefined || found.value.userId !== userId) return false;
        return (await tx.delete(sessions, sessionId, found.version)) && !isOver(found.value);
      });
      if (ended) live.forget([sessionId]);
      return ended;
    },
    endByToken: async (refreshToken: string): Promise<SessionDocument | undefined> => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) return undefined;
      const ended = await store.transaction(async (tx) => {
        const found = await tx.get(sessions, token.sessionId);
        if (found === undefined || !isGood(found.value, token.secret)) return undefined;
        await tx.delete(sessions, token.sessionId, found.version);
        return found.value;
      });
      if (ended !== undefined) live.forget([ended.id]);
      return ended;
    },
    endAll: async (
      tx: Transaction,
      userId: string,
      except?: string,
    ): Promise<readonly string[]> => {
      const ended: string[] = [];
      for (;;) {
        const { items } = await tx.find(sessions, {
          index: "by_user",
          equals: [userId],
          limit: 100,
        });
        const doomed = items.filter(({ value }) => value.id !== except);
        for (const { value } of doomed) await tx.delete(sessions, value.id);
        ended.push(...doomed.map(({ value }) => value.id));
        if (doomed.length === 0) return ended;
      }
    },
    settle: (endedIds: readonly string[]): void => live.forget(endedIds),
    sweep: async (): Promise<number> => {
      const { items } = await store.find(sessions, {
        index: "by_end",
        range: { lte: clock.now() - REMEMBER_EXPIRED_MILLISECONDS },
        limit: 1000,
      });
      for (const { value } of items) await store.delete(sessions, value.id);
      return items.length;
    },
  });
}
