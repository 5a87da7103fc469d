/** The acts of a curator in the queue: go on, claim, decide, take back. */

import type { Draft, QueueItem } from "@bourse/contract/curation";
import { setQuery, toast } from "@bourse/ui";

import { decide, takeBack, type Decision } from "../../model/decisions.ts";
import { explain } from "../../model/explain.ts";
import { review } from "../../model/service.ts";
import { isAdmin, user } from "../../model/session.ts";
import { now } from "../../model/time.ts";
import { hasOwnClaim, hindrance } from "./draft-view.tsx";
import type { ReadQueue } from "./use-queue.ts";

/** Reads the draft that stands `by` places further in the list. */
export function move({ items, chosen }: ReadQueue, by: number): void {
  const at = items.findIndex(({ id }) => id === chosen);
  const next = items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)];
  if (next !== undefined) setQuery({ draft: next.id, from: undefined, to: undefined });
}

/** Decides about the draft that is read, and goes on to the next one that nobody else reviews. */
export function settle({ items, chosen, shown, list }: ReadQueue, decision: Decision): void {
  if (shown === undefined) return;
  const at = items.findIndex(({ id }) => id === chosen);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0)).toReversed()];
  const next = others.find((item) => !isTaken(item)) ?? others[0];
  void decide(shown, decision, hasOwnClaim(shown) || isOverruled(shown)).then(list.reload);
  setQuery({ draft: next?.id, from: undefined, to: undefined });
}

/** Runs a step on the draft that is read, unless something hinders it. */
export function onDraft({ chosen, shown }: ReadQueue, step: () => void): () => void {
  return () => {
    const reason = shown === undefined ? "The draft is still being read." : hindrance(shown);
    if (reason === undefined) step();
    else if (chosen !== undefined) toast(reason, { kind: "fair" });
  };
}

/** Claims the draft that is read, or releases its claim. */
export function lease({ chosen, draft, list }: ReadQueue, name: "claim" | "release"): void {
  const params = { id: chosen ?? "" };
  const called =
    name === "claim" ? review.claimDraft.safe({ params }) : review.releaseDraft.safe({ params });
  void called.then((done) => {
    if (!done.ok) toast(explain(done.error), { kind: "poor" });
    draft.reload();
    list.reload();
  });
}

/** Takes the newest decision back that is not sent. */
export function undo({ list }: ReadQueue): void {
  void takeBack().then((back) => {
    if (back === undefined)
      toast("Nothing is left to take back: decisions are final once they are sent.", {
        kind: "fair",
      });
    else setQuery({ draft: back.id });
    list.reload();
  });
}

/** True for a draft in review about which an admin decides over the head of its claim's holder. */
function isOverruled({ status }: Draft): boolean {
  return status === "in_review" && isAdmin.value;
}

/** True for a draft that another curator reviews now. */
function isTaken({ status, assigned_curator_name: name, claim_expires_at: until }: QueueItem) {
  const isLive = until !== null && Date.parse(until) > now.value;
  return status === "in_review" && isLive && name !== user.value?.username;
}
