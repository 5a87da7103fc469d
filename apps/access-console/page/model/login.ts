/** The reader's login, in this tab and in the others. */

import type { AuthClient, MeOutput } from "@bourse/client/auth";
import { orAsking, startReconnecting, toast } from "@bourse/ui";
import { signal } from "@preact/signals";

import { client, hasTokens, onOtherTab } from "./client.ts";
import { leaveOperator, operator } from "./operator.ts";
import { told } from "./told.ts";

/** The account; null when nobody is signed in, undefined while that is not known. */
export const user = signal<MeOutput["user"] | null | undefined>(undefined);
/** Time at which the account is deleted; undefined while no deletion waits. */
export const deletesAt = signal<string | undefined>(undefined);
/** Reason why it is not known. */
export const problem = signal<string | undefined>(undefined);
/** Grows when everything on the page has to be fetched anew. */
export const epoch = signal(0);

/** Finds out who is signed in, and follows the other tabs. */
export async function start(): Promise<void> {
  onOtherTab(() => void look());
  startReconnecting(() => void look());
  await look();
}

/** Makes a call in the page's login; errors are sentences for people, and the end of a login shows the sign-in. */
export async function call<Result>(work: (auth: AuthClient) => Promise<Result>): Promise<Result> {
  try {
    const auth = await client();
    return await orAsking(() => work(auth));
  } catch (error) {
    if (user.value && !(await hasTokens())) forgetEnded();
    throw told(error);
  }
}

/** Takes over the login that `work` has made. */
export async function enter(work: (auth: AuthClient) => Promise<unknown>): Promise<void> {
  await call(work);
  await look();
  if (problem.value !== undefined) throw new Error(problem.value);
}

export async function leave(): Promise<void> {
  await call((auth) => auth.logout());
  forget();
}

/** Asks the server who is signed in, and how the account stands. */
export async function look(): Promise<void> {
  problem.value = undefined;
  if (!(await hasTokens())) {
    forgetEnded();
    // The operator's pages are fetched anew, too.
    if (operator.value !== undefined) epoch.value++;
    return;
  }
  try {
    const me = await call((auth) => auth.me());
    user.value = me.user;
    deletesAt.value = me.deletesAt;
    epoch.value++;
  } catch (error) {
    if (user.value === null) return;
    if (await hasTokens()) problem.value = error instanceof Error ? error.message : String(error);
    else forgetEnded();
  }
}

/** Says that a login has ended, whoever finds it out first: nobody is thrown out without a word. */
function forgetEnded(): void {
  if (user.value) toast("Your session has ended. Sign in again.", { kind: "fair" });
  forget();
}

/** Nobody is signed in any more; with a login the operator's key goes too, which its holder entered beside it. */
function forget(): void {
  if (user.value) leaveOperator();
  user.value = null;
  deletesAt.value = undefined;
}
