/**
 * Decisions of the curator who is signed in. The rules make a decision final, so it is held back for a moment in which
 * it can be taken back; the draft is claimed at once, so that nobody else decides about it meanwhile.
 */

import type { Problem } from "@bourse/contract/client";
import type { Draft } from "@bourse/contract/curation";
import { toast } from "@bourse/ui";
import { computed, signal } from "@preact/signals";

import { explain } from "./explain.ts";
import { isLeaving, review } from "./service.ts";

/** A decision with the texts that its route takes. */
export type Decision =
  | {
      readonly kind: "approve";
      readonly notes?: string;
      readonly openNow?: boolean;
      /** Codes of the warnings that the curator acknowledges. */
      readonly known?: readonly string[];
    }
  | { readonly kind: "reject"; readonly reason: string }
  | {
      readonly kind: "request changes";
      readonly notes: string;
      readonly changes: Readonly<Record<string, string>>;
    };

/** A decision that can still be taken back. */
export interface Held {
  readonly draft: Draft;
  readonly decision: Decision;
  /** True when the claim was taken for this decision, so that taking it back releases it. */
  readonly isClaimed: boolean;
  /** Time in milliseconds since the epoch at which it is sent; undefined while the claim is under way. */
  readonly sendAt?: number;
}

/** The time in milliseconds for which a decision can be taken back. */
const HELD_MILLISECONDS = 5000;

/** A decision that is later than that is not sent: the machine slept, or the page was frozen. */
const LATE_MILLISECONDS = 5000;

const waiting = signal<readonly Held[]>([]);
const sent = signal<ReadonlyMap<string, string | null>>(new Map());
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The decisions that can still be taken back, oldest first. */
export const held = computed(() => waiting.value);

/** The number of decisions that the server has taken since the page was loaded. */
export const decidedCount = computed(() => sent.value.size);

/** True for a draft about which a decision is held or was made since it was submitted. */
export function isDecided(draft: Pick<Draft, "id" | "submitted_at">): boolean {
  if (waiting.value.some((one) => one.draft.id === draft.id)) return true;
  return sent.value.has(draft.id) && sent.value.get(draft.id) === draft.submitted_at;
}

/** Claims the draft unless its claim is held already, and holds the decision back. */
export async function decide(draft: Draft, decision: Decision, hasClaim: boolean): Promise<void> {
  if (isDecided(draft)) return;
  waiting.value = [...waiting.value, { draft, decision, isClaimed: !hasClaim }];
  if (!hasClaim) {
    const claimed = await review.claimDraft.safe({ params: { id: draft.id } });
    if (!claimed.ok) {
      drop(draft.id);
      tellFailure(draft, claimed.error);
      return;
    }
  }
  // It may have been taken back while the claim was under way.
  if (find(draft.id) === undefined) {
    await release(draft);
    return;
  }
  const sendAt = Date.now() + HELD_MILLISECONDS;
  waiting.value = waiting.value.map((one) =>
    one.draft.id === draft.id ? { ...one, sendAt } : one,
  );
  timers.set(
    draft.id,
    setTimeout(() => void send(draft.id), HELD_MILLISECONDS),
  );
}

/** Takes the newest decision back that was not sent; resolves to its draft, undefined when there is none. */
export async function takeBack(): Promise<Draft | undefined> {
  const last = waiting.value.at(-1);
  if (last === undefined) return undefined;
  drop(last.draft.id);
  // While the claim is under way, it is released once it has come.
  if (last.isClaimed && last.sendAt !== undefined) await release(last.draft);
  return last.draft;
}

/** Sends what is held at once, as before signing out. */
export async function sendHeld(): Promise<void> {
  await Promise.all(waiting.value.map(({ draft }) => send(draft.id)));
}

async function send(id: string): Promise<void> {
  const one = find(id);
  if (one === undefined || !timers.has(id)) return;
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (one.sendAt !== undefined && Date.now() > one.sendAt + LATE_MILLISECONDS) {
    tellFailure(one.draft, new Error("this decision was not sent, as the page was away"));
    drop(id);
    return;
  }
  try {
    await call(one);
    sent.value = new Map([...sent.value, [id, one.draft.submitted_at]]);
    drop(id);
  } catch (error) {
    drop(id);
    // A refusal would come again. The version goes along: a decision that was made is not made twice.
    if (isRefusal(error)) tellFailure(one.draft, error);
    else tellFailure(one.draft, error, () => void decide(one.draft, one.decision, false));
  }
}

function isRefusal(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as Partial<Problem>;
  return status >= 400 && status < 500;
}

/** The version that was read goes along: about another one nothing is decided. */
function call({ draft: { id, version }, decision }: Held): Promise<Draft> {
  const params = { id };
  if (decision.kind === "approve") {
    const { notes, openNow, known } = decision;
    const body = {
      version,
      ...(notes !== undefined && { curator_notes: notes }),
      ...(openNow === true && { deploy_immediately: true }),
      ...(known !== undefined && { acknowledge_warnings: [...known] }),
    };
    return review.approveDraft({ params, body });
  }
  if (decision.kind === "reject") {
    return review.rejectDraft({ params, body: { version, reason: decision.reason } });
  }
  const { notes, changes } = decision;
  const body = { version, curator_notes: notes, requested_changes: changes };
  return review.requestChanges({ params, body });
}

async function release(draft: Draft): Promise<void> {
  const released = await review.releaseDraft.safe({ params: { id: draft.id } });
  if (!released.ok) tellFailure(draft, released.error);
}

function find(id: string): Held | undefined {
  return waiting.value.find(({ draft }) => draft.id === id);
}

function drop(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  waiting.value = waiting.value.filter(({ draft }) => draft.id !== id);
}

/** Tells why nothing is known to be decided; `again` holds the same decision back once more. */
function tellFailure({ draft_data }: Draft, error: unknown, again?: () => void): void {
  toast(`“${draft_data.question_text ?? "A draft"}”: ${explain(error)}`, {
    kind: "poor",
    ...(again !== undefined && { action: { label: "Decide again", run: again } }),
  });
}

// Whoever leaves has decided: what is held goes out with the page, claimed or not.
addEventListener("pagehide", () => {
  isLeaving.value = true;
  for (const one of waiting.value) void call(one).catch(() => undefined);
});
// A page that comes back out of the browser's cache has sent them all; the list shows what came of it.
addEventListener("pageshow", ({ persisted }) => {
  isLeaving.value = false;
  if (persisted) for (const { draft } of waiting.value) drop(draft.id);
});
