/** A token store that all tabs of a page share: one login, and one refresh for all of them. */

import { ClientError } from "./errors.ts";
import { checked, checkMembers } from "./kinds.ts";
import type { Tokens, TokenStore } from "./token-store.ts";

/** The part of the browser's `Storage` that keeps the tokens. */
export interface TokenStorage {
  /** Returns the text under a key, or null when there is none. */
  readonly getItem: (key: string) => string | null;
  /** Keeps a text under a key. */
  readonly setItem: (key: string, text: string) => void;
  /** Removes the text under a key. */
  readonly removeItem: (key: string) => void;
}

/** The options of {@link sharedTokens}. */
export interface SharedTokensOptions {
  /** Key of the tokens in the storage, and of the lock; another one for each service and login. Not empty. */
  readonly name: string;
  /** Storage of the tokens. Default: the `localStorage` of the page's origin. */
  readonly storage?: TokenStorage;
}

/** The part of the browser's `LockManager` (Web Locks API) that is used here. */
interface Locks {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

/** Longest wait in milliseconds for another tab that is refreshing: it may hang, or be frozen by the browser. */
const LONGEST_WAIT = 10_000;

/** The newest work under each name, where this page cannot lock out others. */
const NEWEST = new Map<string, Promise<unknown>>();

/**
 * Creates a token store in the browser's storage, for the option `tokens` of a client.
 *
 * The tabs of one origin share the login: a login or logout in one holds for all. They refresh its token once together,
 * one of them under a lock of the Web Locks API, and the others take up what it has stored; after ten seconds
 * without an end they do it themselves. A tab to which the browser shows the stored tokens late refreshes a second
 * time, and gets the tokens that the first got. Without Web Locks only the clients of one page share a refresh. Every
 * script of the origin can read the tokens.
 *
 * @throws ClientError OPTION_INVALID for an empty name, or where there is neither `localStorage` nor a `storage`
 */
export function sharedTokens(options: SharedTokensOptions): TokenStore {
  const examples = { name: "", storage: undefined };
  const { name, storage = pageStorage() } = checked(options, examples, "options");
  if (!name) throw new ClientError("OPTION_INVALID", "name must be a text that is not empty");
  checkStorage(storage);
  return {
    load: () => tokensIn(storage.getItem(name)),
    save: (tokens) => storage.setItem(name, JSON.stringify(tokens)),
    clear: () => storage.removeItem(name),
    exclusive: (work) => alone(`bourse ${name}`, work),
  };
}

function checkStorage(storage: TokenStorage): void {
  const none = (): null => null;
  try {
    const methods = { getItem: none, setItem: none, removeItem: none };
    checkMembers(Object(storage), methods, "options.storage");
  } catch (cause) {
    if (cause instanceof ClientError) throw cause;
    throw new ClientError("OPTION_INVALID", "options.storage cannot be read", { cause });
  }
}

/** The tokens in a stored text; undefined when it holds none, whoever wrote it. */
function tokensIn(text: string | null): Tokens | undefined {
  try {
    const { token, refreshToken, renewAt } = JSON.parse(text ?? "") as Partial<Tokens>;
    const isWhole =
      typeof token === "string" && typeof refreshToken === "string" && typeof renewAt === "number";
    return isWhole ? { token, refreshToken, renewAt } : undefined;
  } catch {
    return undefined;
  }
}

async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = (globalThis.navigator ?? {}) as { readonly locks?: Locks };
  if (locks === undefined) {
    const mine = (NEWEST.get(name) ?? Promise.resolve()).then(work, work);
    NEWEST.set(name, mine);
    return await mine;
  }
  let isHeld = false;
  const held = (): Promise<T> => {
    isHeld = true;
    return work();
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT) }, held);
  } catch (error) {
    if (isHeld) throw error;
    return await work();
  }
}

function pageStorage(): TokenStorage {
  let cause: unknown;
  try {
    const { localStorage } = globalThis as { readonly localStorage?: TokenStorage };
    if (typeof localStorage?.getItem === "function") return localStorage;
  } catch (error) {
    // A frame without an origin of its own may not even ask.
    cause = error;
  }
  throw new ClientError(
    "OPTION_INVALID",
    "There is no localStorage here: give a storage, or keep tokens in memory by leaving out the option tokens.",
    { cause },
  );
}
