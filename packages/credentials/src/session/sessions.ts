/**
 * Sessions: created by a login, kept alive by a refresh token, ended by a logout.
 *
 * A session that is not in the store has ended. `isLive` is called for every request: it is cached for at most a
 * second, and the end of a session in this process evicts it at once.
 */

import {
  type Clock,
  type Ids,
  type Store,
  type Transaction,
  deleteFound,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
} from "@bourse/kernel";

import { createTtlCache } from "../cache/ttl-cache.ts";
import type { Origin } from "../logins/origin.ts";
import {
  type RefreshToken,
  childOf,
  digestOf,
  formatRefreshToken,
  isOfFamily,
  matchesDigest,
  newFamilyKey,
  newSalt,
  newSecret,
  parseRefreshToken,
} from "./refresh-token.ts";
import { type SessionDocument, sessions } from "./session-document.ts";
import { type Session, sessionView } from "./session.ts";

/** Options of {@link createSessions}. */
export interface SessionsOptions {
  /** Store that was opened with the collection `sessions`. */
  readonly store: Store;
  /** Idle timeout: the session ends after this many seconds without a refresh. 60–31,536,000. Default 30 days. */
  readonly idleSeconds?: number;
  /** Absolute timeout: the session ends this many seconds after its login. 60–315,360,000. Default 90 days. */
  readonly absoluteSeconds?: number;
  /**
   * Maximum number of sessions of one user, expired ones included until they are swept. A login beyond it ends an
   * expired session, or else the one that was unused for longest. Only logins make sessions, so no stranger can end
   * one. 1–1000. Default 100.
   */
  readonly perUser?: number;
  /** Seconds for which the parent of a rotation is still accepted, for answers that were lost. 0–3600. Default 30. */
  readonly rotationGraceSeconds?: number;
  /** Milliseconds for which `isLive` is cached: the delay of an end on another replica. 0–60,000. Default 1000. */
  readonly liveCacheMilliseconds?: number;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of session ids. Default: random UUIDs. */
  readonly ids?: Ids;
}

/** The user who logs in, and the client that the login came from. */
export interface SessionOwner extends Origin {
  /** Id of the user who logs in. */
  readonly userId: string;
}

/** A session that was just created, with its first refresh token. */
export interface StartedSession {
  /** The session as it was stored. */
  readonly session: Session;
  /** First refresh token. Not stored: this is the only time that it can be read. */
  readonly refreshToken: string;
  /**
   * Ids of the sessions that the login ended because the user had the maximum; call `settle` with them after the
   * commit.
   */
  readonly ended: readonly string[];
}

/** Result of a refresh. */
export type RefreshOutcome =
  | {
      readonly ok: true;
      /** The session with its idle timeout moved. */
      readonly session: Session;
      /** New refresh token; null unless a rotation was requested. */
      readonly refreshToken: string | null;
    }
  | {
      readonly ok: false;
      /** `unknown` for a token that the session has never issued, and for every token after its end. */
      readonly reason: "unknown" | "expired";
    }
  | {
      readonly ok: false;
      /** An ancestor of the present token was used again: somebody stole it, so the session has been ended. */
      readonly reason: "reused";
      /** The session that has been ended. */
      readonly session: Session;
    };

/** Sessions in a store, without tokens for access and without an audit trail. */
export interface Sessions {
  /**
   * Creates a session inside the caller's transaction, so that an account and its first session are stored together. A
   * user who has the maximum loses the session that was unused for longest.
   */
  start(tx: Transaction, owner: SessionOwner): Promise<StartedSession>;
  /**
   * Moves the idle timeout. With `rotate` the outcome carries a new token, the same one for as long as the given token
   * is accepted; without it the given token stays valid. Any older token of the session ends the session.
   */
  refresh(refreshToken: string, rotate: boolean): Promise<RefreshOutcome>;
  /** True while this session of this user has not ended: at once from the cache, else as a promise. */
  isLive(sessionId: string, userId: string): boolean | Promise<boolean>;
  /** A user's live sessions, newest first, at most 1000. */
  list(userId: string): Promise<readonly Session[]>;
  /** Ends one session of this user; false when there is none. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends the session that issued the token, and returns it; undefined when there is none or it has expired. */
  endByToken(refreshToken: string): Promise<Session | undefined>;
  /**
   * Deletes all sessions of a user but `except`, inside the caller's transaction, and returns their ids; call `settle`
   * with them after the commit.
   */
  endAll(tx: Transaction, userId: string, except?: string): Promise<readonly string[]>;
  /**
   * Deletes all sessions of all users, a thousand in one transaction, and resolves to their number. One that starts
   * meanwhile may stay.
   */
  endEverybody(): Promise<number>;
  /** Evicts the ended sessions from this process's cache; call after the commit. */
  settle(endedIds: readonly string[]): void;
  /**
   * Deletes sessions that expired more than a week ago; until then their refresh tokens are refused as expired, not as
   * unknown. Resolves to the number deleted, at most 1000 a call.
   */
  sweep(): Promise<number>;
}

const KEEP_EXPIRED_MILLISECONDS = 7 * 86_400_000;

/** Sessions over a store. @throws KernelError OPTION_INVALID */
export function createSessions(given: SessionsOptions): Sessions {
  const options = resolveOptions("createSessions", given, {
    store: portOption<Store>(["transaction", "find", "get"]),
    perUser: integerOption({ min: 1, max: 1000, default: 100 }),
    idleSeconds: integerOption({ min: 60, max: 31_536_000, default: 2_592_000 }),
    absoluteSeconds: integerOption({ min: 60, max: 315_360_000, default: 7_776_000 }),
    rotationGraceSeconds: integerOption({ min: 0, max: 3600, default: 30 }),
    liveCacheMilliseconds: integerOption({ min: 0, max: 60_000, default: 1000 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
  const { store, clock } = options;
  const live = createTtlCache<SessionDocument>({
    ttlMilliseconds: options.liveCacheMilliseconds,
    clock,
    expiresAt: (session) => Math.min(session.idleUntil, session.absoluteUntil),
  });

  const isOver = (session: SessionDocument): boolean =>
    clock.now() >= Math.min(session.idleUntil, session.absoluteUntil);

  const readLive = async (sessionId: string): Promise<SessionDocument | undefined> => {
    const found = await store.get(sessions, sessionId);
    return found === undefined || isOver(found.value) ? undefined : found.value;
  };

  const touched = (session: SessionDocument): SessionDocument => {
    const now = clock.now();
    const idleUntil = Math.min(now + options.idleSeconds * 1000, session.absoluteUntil);
    return { ...session, lastUsedAt: now, idleUntil };
  };

  /** The session under a child of `secret`, which stays accepted for the grace period. */
  const rotated = (session: SessionDocument, secret: string): SessionDocument => {
    const childSalt = newSalt();
    return {
      ...session,
      secretHash: digestOf(childOf(secret, childSalt, session.familyKey)),
      childSalt,
      parentHash: session.secretHash,
      parentUntil: clock.now() + options.rotationGraceSeconds * 1000,
    };
  };

  /** Ends as many sessions of a user as a new one needs, expired ones first, then those unused for longest. */
  const makeRoom = async (tx: Transaction, userId: string): Promise<readonly string[]> => {
    const ofUser = { index: "by_user", equals: [userId] } as const;
    const excess = (await tx.count(sessions, ofUser)) - options.perUser + 1;
    if (excess <= 0) return [];
    const { items } = await tx.find(sessions, { ...ofUser, limit: 1000 });
    const endOf = (session: SessionDocument): number =>
      isOver(session) ? -Infinity : session.lastUsedAt;
    const doomed = items
      .map(({ value }) => value)
      .toSorted((a, b) => endOf(a) - endOf(b) || 0)
      .slice(0, excess);
    for (const { id } of doomed) await tx.delete(sessions, id);
    return doomed.map(({ id }) => id);
  };

  const refreshIn = async (
    tx: Transaction,
    token: RefreshToken,
    rotate: boolean,
  ): Promise<RefreshOutcome> => {
    const found = await tx.get(sessions, token.sessionId);
    if (found === undefined) return { ok: false, reason: "unknown" };
    const session = found.value;
    if (!isOfFamily(token.secret, session.familyKey)) return { ok: false, reason: "unknown" };
    if (isOver(session)) return { ok: false, reason: "expired" };
    const isCurrent = matchesDigest(token.secret, session.secretHash);
    const isParent = matchesDigest(token.secret, session.parentHash);
    if (!isCurrent && !(isParent && clock.now() < (session.parentUntil ?? 0))) {
      await tx.delete(sessions, session.id, found.version);
      return { ok: false, reason: "reused", session: sessionView(session) };
    }
    // A parent within its grace period is not rotated again: answers that crossed or were lost hold the same child.
    const used = rotate && isCurrent ? rotated(touched(session), token.secret) : touched(session);
    const { value } = await tx.replace(sessions, used, found.version);
    const refreshToken =
      rotate && value.childSalt !== null
        ? formatRefreshToken(session.id, childOf(token.secret, value.childSalt, session.familyKey))
        : null;
    return { ok: true, session: sessionView(value), refreshToken };
  };

  return Object.freeze({
    start: async (tx: Transaction, owner: SessionOwner): Promise<StartedSession> => {
      const now = clock.now();
      const familyKey = newFamilyKey();
      const secret = newSecret(familyKey);
      const ended = await makeRoom(tx, owner.userId);
      const { value } = await tx.insert(sessions, {
        id: options.ids.uuid(),
        userId: owner.userId,
        familyKey,
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
      const refreshToken = formatRefreshToken(value.id, secret);
      return { session: sessionView(value), refreshToken, ended };
    },
    refresh: async (refreshToken: string, rotate: boolean): Promise<RefreshOutcome> => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) return { ok: false, reason: "unknown" };
      const outcome = await store.transaction((tx) => refreshIn(tx, token, rotate));
      if (!outcome.ok) live.invalidate([token.sessionId]);
      return outcome;
    },
    isLive: (sessionId: string, userId: string): boolean | Promise<boolean> => {
      const session = live.get(sessionId, readLive);
      const isOwn = (found: SessionDocument | undefined): boolean => found?.userId === userId;
      return session instanceof Promise ? session.then(isOwn) : isOwn(session);
    },
    list: async (userId: string): Promise<readonly Session[]> => {
      const page = await store.find(sessions, {
        index: "by_user",
        equals: [userId],
        order: "desc",
        limit: 1000,
      });
      return page.items
        .filter(({ value }) => !isOver(value))
        .map(({ value }) => sessionView(value));
    },
    end: async (userId: string, sessionId: string): Promise<boolean> => {
      const ended = await store.transaction(async (tx) => {
        const found = await tx.get(sessions, sessionId);
        if (found === undefined || found.value.userId !== userId) return false;
        return (await tx.delete(sessions, sessionId, found.version)) && !isOver(found.value);
      });
      if (ended) live.invalidate([sessionId]);
      return ended;
    },
    endByToken: async (refreshToken: string): Promise<Session | undefined> => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) return undefined;
      const ended = await store.transaction(async (tx) => {
        const found = await tx.get(sessions, token.sessionId);
        if (found === undefined || isOver(found.value)) return undefined;
        if (!isOfFamily(token.secret, found.value.familyKey)) return undefined;
        await tx.delete(sessions, token.sessionId, found.version);
        return sessionView(found.value);
      });
      if (ended !== undefined) live.invalidate([ended.id]);
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
    endEverybody: async (): Promise<number> => {
      let ended = 0;
      for (;;) {
        const deleted = await deleteFound(store, sessions, {});
        live.clear();
        if (deleted === 0) return ended;
        ended += deleted;
      }
    },
    settle: (endedIds: readonly string[]): void => live.invalidate(endedIds),
    sweep: (): Promise<number> =>
      deleteFound(store, sessions, {
        index: "by_end",
        range: { lte: clock.now() - KEEP_EXPIRED_MILLISECONDS },
      }),
  });
}
