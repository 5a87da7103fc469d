/** Remembers for a moment which sessions live, so that a request does not cost a read of the store. */

import type { Clock } from "@bourse/kernel";

export interface LiveSessions {
  /** `read` gives the end of a living session in milliseconds UTC, or undefined when it is over. */
  ask(sessionId: string, read: () => Promise<number | undefined>): Promise<boolean>;
  /** From now on these are over, whatever a read that is under way will say. */
  end(sessionIds: readonly string[]): void;
}

const MAX_REMEMBERED = 100_000;

export function createLiveSessions(options: {
  readonly liveCacheMilliseconds: number;
  readonly clock: Clock;
}): LiveSessions {
  const { clock, liveCacheMilliseconds } = options;
  /** Until when a session may be taken as living without asking again. */
  const trusted = new Map<string, number>();
  /** Grows with every end, so that an answer read before it is not remembered after it. */
  let ends = 0;

  return {
    ask: async (sessionId, read) => {
      const until = trusted.get(sessionId);
      if (until !== undefined && clock.now() < until) return true;
      const seen = ends;
      const endsAt = await read();
      trusted.delete(sessionId);
      if (endsAt === undefined) return false;
      if (seen === ends) {
        trusted.set(sessionId, Math.min(endsAt, clock.now() + liveCacheMilliseconds));
        if (trusted.size > MAX_REMEMBERED) {
          const [oldest] = trusted.keys();
          if (oldest !== undefined) trusted.delete(oldest);
        }
      }
      return true;
    },
    end: (sessionIds) => {
      ends++;
      for (const id of sessionIds) trusted.delete(id);
    },
  };
}
