// The tokens of a login in the browser's storage, which all tabs of the page share.
import type { Tokens, TokenStore } from "@bourse/client/auth";

export function storedTokens(name: string): TokenStore {
  return {
    load: () => JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined,
    save: (tokens: Tokens) => localStorage.setItem(name, JSON.stringify(tokens)),
    clear: () => localStorage.removeItem(name),
  };
}
