/** Credentials from a token store: bearer tokens, refreshed before they expire or once they are refused. */

import { isProblem } from "@bourse/contract/client";

import type { Credentials } from "./credentials.ts";
import { isFailure } from "./errors.ts";
import type { ClientClock } from "./options.ts";
import type { Tokens, TokenStore } from "./token-store.ts";

/** Refreshes under way, by their stores: the clients of one store share them. */
const RUNNING = new WeakMap<TokenStore, Promise<Tokens | undefined>>();

/** Pause in milliseconds after a refresh ahead of time that failed, while the old token is still good. */
const PAUSE = 10_000;

/**
 * Creates credentials from a token store; calls that need new tokens at the same time share one refresh.
 *
 * @param refresh fetches new tokens; rejects with a Problem of status 401 when the login is over
 * @param apiKey for routes that take one, when there is no token
 */
export function tokenCredentials(
  store: TokenStore,
  refresh: (tokens: Tokens) => Promise<Tokens>,
  clock: Pick<ClientClock, "now">,
  apiKey: string | undefined,
): Credentials {
  let pausedUntil = 0;

  /** undefined: the login is over. */
  const renew = async (old: Tokens): Promise<Tokens | undefined> => {
    const current = await store.load();
    // Who held the lock before has renewed them, or has logged out.
    if (current?.token !== old.token) return current;
    const renewed = await refresh(old).catch(unlessRefused);
    // A logout or another login may have come meanwhile; it stands.
    if ((await store.load())?.refreshToken === old.refreshToken) {
      await (renewed === undefined ? store.clear() : store.save(renewed));
    }
    return renewed;
  };
  const renewOnce = (old: Tokens): Promise<Tokens | undefined> => {
    let running = RUNNING.get(store);
    if (running === undefined) {
      const work = (): Promise<Tokens | undefined> => renew(old);
      running = (store.exclusive?.(work) ?? work()).finally(() => RUNNING.delete(store));
      RUNNING.set(store, running);
    }
    return running;
  };

  const unlessFailed = (error: unknown): undefined => {
    if (!isFailure(error)) throw error;
    pausedUntil = clock.now() + PAUSE;
  };

  return {
    headers: async (_, scheme) => {
      if (scheme.type === "apiKey") {
        return apiKey === undefined ? undefined : { [scheme.header]: apiKey };
      }
      const tokens = await store.load();
      if (tokens === undefined) return undefined;
      // Without a successor the old one goes: it may still be good, and if not the service says so best.
      const isDue = clock.now() >= Math.max(tokens.renewAt, pausedUntil);
      const renewed = isDue ? await renewOnce(tokens).catch(unlessFailed) : undefined;
      return { authorization: bearer(renewed ?? tokens) };
    },
    refresh: async ({ code }, sent) => {
      // TOKEN_EXPIRED and INVALID_TOKEN.
      const tokens = code.includes("TOKEN") ? await store.load() : undefined;
      if (tokens === undefined) return false;
      // Another client of the store may have refreshed them since the request was sent.
      return sent["authorization"] !== bearer(tokens) || (await renewOnce(tokens)) !== undefined;
    },
  };
}

function unlessRefused(error: unknown): undefined {
  if (!isProblem(error) || error.status !== 401) throw error;
}

function bearer({ token }: Tokens): string {
  return `Bearer ${token}`;
}
