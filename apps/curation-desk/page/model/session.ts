/** The account that is signed in, and its roles. */

import type { User } from "@bourse/contract/curation";
import { computed, signal } from "@preact/signals";

import { codeOf, explain } from "./explain.ts";
import { accounts, TOKENS } from "./service.ts";

/** The account that is signed in; null without one, undefined until that is known. */
export const user = signal<User | null | undefined>(undefined);

/** The problem with which asking for the account ended. */
export const sessionProblem = signal<string | undefined>(undefined);

/** True while somebody is signed in. */
export const hasAccount = computed(() => user.value !== null && user.value !== undefined);

export const isAdmin = computed(() => user.value?.roles.includes("admin") === true);
export const isCurator = computed(
  () => isAdmin.value || user.value?.roles.includes("curator") === true,
);

/** Asks who is signed in by the tokens that this browser keeps. */
export async function loadUser(): Promise<void> {
  sessionProblem.value = undefined;
  if ((await accounts.tokens.load()) === undefined) {
    user.value = null;
    return;
  }
  try {
    user.value = await accounts.me();
  } catch (error) {
    if (/TOKEN|UNAUTHORIZED/.test(codeOf(error) ?? "")) await forget();
    else sessionProblem.value = explain(error);
  }
}

/** Ends the session at the server and forgets its tokens, which holds even when the server does not answer. */
export async function signOut(): Promise<void> {
  await accounts.logout.safe();
  await forget();
}

async function forget(): Promise<void> {
  await accounts.tokens.clear();
  user.value = null;
}

// Another tab signed in or out.
addEventListener("storage", ({ key }) => {
  if (key === TOKENS) void loadUser();
});
