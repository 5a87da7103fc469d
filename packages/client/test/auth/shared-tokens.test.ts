import { afterEach, describe, expect, test, vi } from "vitest";

import type { TokenStore } from "../../src/auth/index.ts";
import { sharedTokens, type TokenStorage } from "../../src/shared-tokens.ts";
import { ADA, LIFETIME_SECONDS, service } from "./service.ts";

/** A storage as the tabs of one origin have it. */
function storage(): TokenStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The locks of one origin, as the Web Locks API specifies their requests. */
function webLocks() {
  const ends = new Map<string, Promise<unknown>>();
  const names: string[] = [];
  return {
    names,
    request: async <T>(
      name: string,
      { signal }: { readonly signal: AbortSignal },
      work: () => Promise<T>,
    ): Promise<T> => {
      names.push(name);
      const aborted = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
      const before = ends.get(name) ?? Promise.resolve();
      const end = Promise.withResolvers<void>();
      ends.set(
        name,
        before.then(() => end.promise),
      );
      try {
        await Promise.race([before, aborted]);
        return await work();
      } finally {
        end.resolve();
      }
    },
  };
}

const refreshes = (paths: readonly string[]): number =>
  paths.filter((path) => path === "POST /auth/refresh").length;

afterEach(() => vi.unstubAllGlobals());

describe.each(["with", "without"] as const)("in a browser %s Web Locks", (kind) => {
  /** Clients of two tabs, logged in. */
  async function tabs() {
    const locks = webLocks();
    vi.stubGlobal("navigator", kind === "with" ? { locks } : {});
    const shared = storage();
    const tokens = (): TokenStore => sharedTokens({ name: "auth", storage: shared });
    const { client: one, another, ...rest } = service({ tokens: tokens(), retry: false });
    await one.login(ADA);
    return { one, two: another({ tokens: tokens(), retry: false }), locks, shared, ...rest };
  }

  test("two tabs whose token ends refresh it once together", async () => {
    const { one, two, clock, paths, sent } = await tabs();
    clock.advance(LIFETIME_SECONDS * 1000);
    await Promise.all([one.me(), two.me(), one.me(), two.me()]);
    expect(refreshes(paths())).toBe(1);
    expect(sent.slice(-4).map(({ authorization }) => authorization)).toEqual(
      Array.from({ length: 4 }, () => "Bearer token-2"),
    );
  });

  test("two tabs whose token is refused refresh it once together", async () => {
    const { one, two, expireTokens, paths } = await tabs();
    expireTokens();
    await Promise.all([one.me(), two.me()]);
    expect(refreshes(paths())).toBe(1);
  });

  test("a logout of one tab during a refresh holds for both", async () => {
    const { one, two, expireTokens, paths } = await tabs();
    expireTokens();
    const calls = [one.me.safe(), two.me.safe()];
    await two.tokens.clear();
    for (const call of calls) expect(await call).toMatchObject({ ok: false });
    expect(await one.tokens.load()).toBeUndefined();
    expect(refreshes(paths())).toBe(0);
  });

  test("a refresh that fails in one tab is tried by the other", async () => {
    const { one, two, expireTokens, fail, paths } = await tabs();
    expireTokens();
    fail("POST /auth/refresh", 503);
    const [first, second] = await Promise.all([one.me.safe(), two.me.safe()]);
    expect(new Set([first.ok, second.ok])).toEqual(new Set([false, true]));
    expect(refreshes(paths())).toBe(2);
  });
});

test("a tab that hangs with the lock does not keep the others out of work", async () => {
  const locks = webLocks();
  vi.stubGlobal("navigator", { locks });
  const expired = AbortSignal.abort(new DOMException("too late", "TimeoutError"));
  const waits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(expired);
  const store = sharedTokens({ name: "auth", storage: storage() });
  void locks.request(
    "bourse auth",
    { signal: new AbortController().signal },
    () => new Promise(() => undefined),
  );
  expect(await store.exclusive?.(async () => "done")).toBe("done");
  expect(waits).toHaveBeenCalledWith(10_000);
  waits.mockRestore();
});

test.each([
  "",
  "null",
  "7",
  "{",
  "[]",
  '{"token":"t"}',
  '{"token":1,"refreshToken":"r","renewAt":1}',
])("the stored text %j is no login", (text) => {
  const shared = storage();
  shared.kept.set("auth", text);
  expect(sharedTokens({ name: "auth", storage: shared }).load()).toBeUndefined();
});

test("logins of two names stay apart, and their locks too", async () => {
  const locks = webLocks();
  vi.stubGlobal("navigator", { locks });
  const shared = storage();
  const [auth, curation] = ["auth", "curation"].map((name) =>
    sharedTokens({ name, storage: shared }),
  );
  await auth?.save({ token: "t", refreshToken: "r", renewAt: 1 });
  expect(await auth?.load()).toEqual({ token: "t", refreshToken: "r", renewAt: 1 });
  expect(await curation?.load()).toBeUndefined();
  for (const store of [auth, curation]) await store?.exclusive?.(async () => undefined);
  expect(new Set(locks.names).size).toBe(2);
});

test("without a name, and without a storage, the store is refused", () => {
  expect(() => sharedTokens({ name: "", storage: storage() })).toThrowError(/^name must be a text/);
  vi.stubGlobal("localStorage", undefined);
  expect(() => sharedTokens({ name: "auth" })).toThrowError(/^There is no localStorage here/);
});
