/** The review queue: the drafts that wait on one side, the one that is read on the other, all of it by keyboard. */

import type { Draft, QueueItem } from "@bourse/contract/curation";
import { Empty, Keys, Notice, place, setQuery, toast, useCommands } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import {
  decide,
  decidedCount,
  held,
  isDecided,
  takeBack,
  type Decision,
} from "../model/decisions.ts";
import { explain } from "../model/explain.ts";
import { feed, feedProblem, useFeed } from "../model/live.ts";
import { useLoaded } from "../model/loaded.ts";
import { drafts, pageOf, review } from "../model/service.ts";
import { isAdmin, user } from "../model/session.ts";
import { now } from "../model/time.ts";
import { DecisionPanel, type PanelKind } from "./queue/decision-panel.tsx";
import { DraftView, hasOwnClaim, hindrance } from "./queue/draft-view.tsx";
import { HeldDecisions } from "./queue/held-decisions.tsx";
import { QueueFilters, queueQueryOf } from "./queue/queue-filters.tsx";
import { QueueRow } from "./queue/queue-row.tsx";

/** Number of drafts from which on the rest of the queue is read again. */
const FEW = 10;

export function Queue() {
  const { query } = place.value;
  const asked = queueQueryOf(query);
  const list = useLoaded(JSON.stringify(asked), async (signal) =>
    pageOf(await review.curatorQueue.withResponse({ query: asked }, { signal })),
  );
  const items = (list.value?.items ?? []).filter((item) => !isDecided(item));
  const chosen = query["draft"] ?? items[0]?.id;
  const draft = useLoaded(chosen ?? "", async (signal) =>
    chosen === undefined
      ? undefined
      : await drafts.getDraft({ params: { id: chosen } }, { signal }),
  );
  const shown = draft.value?.id === chosen ? draft.value : undefined;
  const [panel, setPanel] = useState<PanelKind>();
  useEffect(() => setPanel(undefined), [chosen]);
  useFeed((events) => {
    list.reload();
    const isAbout = events.some(
      ({ data }) => data.draft_id === chosen && data.actor_name !== user.value?.username,
    );
    if (isAbout) draft.reload();
  });
  useEffect(() => {
    if (items.length < FEW && list.value?.next !== undefined) list.reload();
  }, [items.length]);

  const at = items.findIndex(({ id }) => id === chosen);
  const move = (by: number): void => {
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)];
    if (next !== undefined) setQuery({ draft: next.id, from: undefined, to: undefined });
  };
  const settle = (decision: Decision): void => {
    if (shown === undefined) return;
    const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0)).toReversed()];
    const next = others.find((item) => !isTaken(item)) ?? others[0];
    void decide(shown, decision, hasOwnClaim(shown) || isOverruled(shown)).then(list.reload);
    setQuery({ draft: next?.id, from: undefined, to: undefined });
  };
  /** Runs a step on the draft that is read, unless something hinders it. */
  const onDraft = (step: () => void) => (): void => {
    const reason = shown === undefined ? "The draft is still being read." : hindrance(shown);
    if (reason === undefined) step();
    else if (chosen !== undefined) toast(reason, { kind: "fair" });
  };
  const lease = (name: "claim" | "release") =>
    onDraft(() => {
      const params = { id: chosen ?? "" };
      const called =
        name === "claim"
          ? review.claimDraft.safe({ params })
          : review.releaseDraft.safe({ params });
      void called.then((done) => {
        if (!done.ok) toast(explain(done.error), { kind: "poor" });
        draft.reload();
        list.reload();
      });
    });
  const undo = (): void => {
    void takeBack().then((back) => {
      if (back === undefined)
        toast("Nothing is left to take back: decisions are final once they are sent.", {
          kind: "fair",
        });
      else setQuery({ draft: back.id });
      list.reload();
    });
  };
  useCommands([
    { label: "Next draft", keys: "j", isKeyOnly: true, run: () => move(1) },
    { label: "Previous draft", keys: "k", isKeyOnly: true, run: () => move(-1) },
    { label: "Claim the draft", keys: "c", run: lease("claim") },
    { label: "Release the claim", keys: "x", run: lease("release") },
    { label: "Approve the draft", keys: "a", run: onDraft(() => settle({ kind: "approve" })) },
    { label: "Approve with notes", keys: "A", run: onDraft(() => setPanel("approve")) },
    { label: "Reject with a reason", keys: "r", run: onDraft(() => setPanel("reject")) },
    { label: "Request an edit", keys: "e", run: onDraft(() => setPanel("request changes")) },
    { label: "Comment on the draft", keys: "m", run: focusComment },
    { label: "Take the last decision back", keys: "u", run: undo },
  ]);
  const isReading =
    draft.value === undefined && draft.problem === undefined && list.problem === undefined;
  return (
    <div class="wide stack">
      <QueueFilters query={query} />
      {(feed.value === "reconnecting" || feed.value === "off") && (
        <Notice kind="fair">
          {feedProblem.value ?? "The live feed is away and being connected again."} The list may be
          behind; it is read again when you act.
        </Notice>
      )}
      {list.problem !== undefined && <Notice kind="poor">{list.problem}</Notice>}
      <HeldDecisions held={held.value} onUndo={undo} />
      {list.value !== undefined && items.length === 0 && chosen === undefined ? (
        <div class="card">
          <Empty
            title={decidedCount.value === 0 ? "Nothing waits for review" : "The queue is done"}
          >
            Drafts come here when their authors submit them. The list fills by itself.
          </Empty>
        </div>
      ) : (
        <div class="queue">
          <nav
            class={list.stale ? "card rows stale" : "card rows"}
            aria-label="Drafts in the queue"
          >
            <p class="hint">
              {list.value === undefined ? "–" : items.length}
              {list.value?.next === undefined ? "" : "+"} waiting, {decidedCount.value} decided{" "}
              <Keys keys="j" /> <Keys keys="k" />
            </p>
            <ul class="plain">
              {items.map((item) => (
                <QueueRow key={item.id} item={item} isChosen={item.id === chosen} />
              ))}
            </ul>
          </nav>
          <div class="stack">
            {draft.problem !== undefined && <Notice kind="poor">{draft.problem}</Notice>}
            {isReading && <p class="hint reading">Reading the draft…</p>}
            {panel !== undefined && shown !== undefined && (
              <DecisionPanel
                key={`${panel} ${shown.id}`}
                kind={panel}
                draft={shown}
                onDecide={settle}
                onCancel={() => setPanel(undefined)}
              />
            )}
            {draft.value !== undefined && (
              <DraftView
                draft={draft.value}
                isStale={draft.stale || isDecided(draft.value)}
                onStep={{
                  claim: lease("claim"),
                  release: lease("release"),
                  approve: onDraft(() => settle({ kind: "approve" })),
                  reject: onDraft(() => setPanel("reject")),
                  request: onDraft(() => setPanel("request changes")),
                }}
              />
            )}
          </div>
        </div>
      )}
    </div>
  );
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

function focusComment(): void {
  document.querySelector<HTMLElement>("main textarea.comment")?.focus();
}
