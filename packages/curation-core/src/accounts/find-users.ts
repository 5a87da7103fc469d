/** Accounts by a word that names them: an id, a wallet address, an email address, a username. */

import { emailKeys } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { type UserDocument, users } from "../users/user-document.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";

type Found = readonly UserDocument[];

/** Parts that accounts are found with. */
export interface FindUsersParts {
  readonly store: Store;
  readonly verifier: Pick<WalletVerifier, "parse">;
}

/** The account that a word names, for each kind of word. */
const BY = {
  id: async ({ store }: FindUsersParts, word: string): Promise<Found> => {
    const found = await store.get(users, word);
    return found === undefined ? [] : [found.value];
  },
  wallet: async ({ store, verifier }: FindUsersParts, word: string): Promise<Found> => {
    const wallet = verifier.parse(word);
    return wallet === undefined ? [] : await inIndex(store, "by_wallet", wallet.key);
  },
  email: async ({ store }: FindUsersParts, word: string): Promise<Found> =>
    word.includes("@")
      ? (await Promise.all(emailKeys(word).map((key) => inIndex(store, "by_email", key)))).flat()
      : [],
  user: ({ store }: FindUsersParts, word: string): Promise<Found> =>
    inIndex(store, "by_username", word.toLowerCase()),
} as const;

/** The accounts that a word names: by its prefix alone, else by its id, else in each of the other ways. */
export async function findUsers(parts: FindUsersParts, word: string): Promise<Found> {
  const [, kind, rest = ""] = /^(id|wallet|email|user):(.*)$/s.exec(word) ?? [];
  if (kind !== undefined) return await BY[kind as keyof typeof BY](parts, rest);
  const byId = await BY.id(parts, word);
  if (byId.length > 0) return byId;
  const others = [BY.wallet, BY.email, BY.user].map((lookUp) => lookUp(parts, word));
  const found = (await Promise.all(others)).flat();
  return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at);
}

/** The account with this id, wallet address or email address, the first of them that there is. */
export async function findExactly(parts: FindUsersParts, search: string): Promise<Found> {
  for (const lookUp of [BY.id, BY.wallet, BY.email]) {
    const found = await lookUp(parts, search);
    if (found.length > 0) return found;
  }
  return [];
}

async function inIndex(
  store: Store,
  index: "by_wallet" | "by_email" | "by_username",
  key: string,
): Promise<Found> {
  return (await store.find(users, { index, equals: [key], limit: 1 })).items.map(
    ({ value }) => value,
  );
}
