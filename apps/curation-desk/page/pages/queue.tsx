/** The review queue: the drafts that wait on one side, the one that is read on the other, all of it by keyboard. */

import { Empty, Keys, Notice, place, useCommands, ReadingHint } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { decidedCount, held, isDecided } from "../model/decisions.ts";
import { feed, feedProblem } from "../model/live.ts";
import { stopsIn } from "../model/rules.ts";
import { now } from "../model/time.ts";
import { DecisionPanel, type PanelKind } from "./queue/decision-panel.tsx";
import { DraftView } from "./queue/draft-view.tsx";
import { HeldDecisions } from "./queue/held-decisions.tsx";
import { lease, move, onDraft, settle, undo } from "./queue/queue-acts.ts";
import { QueueFilters } from "./queue/queue-filters.tsx";
import { QueueRow } from "./queue/queue-row.tsx";
import { useQueue, type ReadQueue } from "./queue/use-queue.ts";

export function Queue() {
  const queue = useQueue();
  const { list, items, chosen, draft, shown } = queue;
  const [panel, setPanel] = useState<PanelKind>();
  useEffect(() => setPanel(undefined), [chosen]);
  const takeLast = (): void => undo(queue);
  const onStep = {
    claim: onDraft(queue, () => lease(queue, "claim")),
    release: onDraft(queue, () => lease(queue, "release")),
    approve: onDraft(queue, () => {
      // A market without a deadline or a source is nothing for one key.
      if (shown !== undefined && stopsIn(shown.draft_data, now.value).length > 0) {
        setPanel("approve");
      } else settle(queue, { kind: "approve" });
    }),
    reject: onDraft(queue, () => setPanel("reject")),
    request: onDraft(queue, () => setPanel("request changes")),
  };
  useCommands([
    { label: "Next draft", keys: "j", isKeyOnly: true, run: () => move(queue, 1) },
    { label: "Previous draft", keys: "k", isKeyOnly: true, run: () => move(queue, -1) },
    { label: "Claim the draft", keys: "c", run: onStep.claim },
    { label: "Release the claim", keys: "x", run: onStep.release },
    { label: "Approve the draft", keys: "a", run: onStep.approve },
    { label: "Approve with notes", keys: "A", run: onDraft(queue, () => setPanel("approve")) },
    { label: "Reject with a reason", keys: "r", run: onStep.reject },
    { label: "Request an edit", keys: "e", run: onStep.request },
    { label: "Comment on the draft", keys: "m", run: focusComment },
    { label: "Take the last decision back", keys: "u", run: takeLast },
  ]);
  const isReading =
    draft.value === undefined && draft.problem === undefined && list.problem === undefined;
  return (
    <div class="wide stack">
      <QueueFilters query={place.value.query} />
      <FeedNotice />
      {list.problem !== undefined && <Notice kind="poor">{list.problem}</Notice>}
      <HeldDecisions held={held.value} onUndo={takeLast} />
      {list.value !== undefined && items.length === 0 && chosen === undefined ? (
        <NothingWaits />
      ) : (
        <div class="queue">
          <QueueList queue={queue} />
          <div class="stack">
            {draft.problem !== undefined && <Notice kind="poor">{draft.problem}</Notice>}
            {isReading && <ReadingHint>Reading the draft…</ReadingHint>}
            {panel !== undefined && shown !== undefined && (
              <DecisionPanel
                key={`${panel} ${shown.id}`}
                kind={panel}
                draft={shown}
                onDecide={(decision) => settle(queue, decision)}
                onCancel={() => setPanel(undefined)}
              />
            )}
            {draft.value !== undefined && (
              <DraftView
                draft={draft.value}
                isStale={draft.stale || isDecided(draft.value)}
                onStep={onStep}
              />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** Tells that the live feed is away. */
function FeedNotice() {
  if (feed.value !== "reconnecting" && feed.value !== "off") return null;
  return (
    <Notice kind="fair">
      {feedProblem.value ?? "The live feed is away and being connected again."} The list may be
      behind; it is read again when you act.
    </Notice>
  );
}

function NothingWaits() {
  return (
    <div class="card">
      <Empty title={decidedCount.value === 0 ? "Nothing waits for review" : "The queue is done"}>
        Drafts come here when their authors submit them. The list fills by itself.
      </Empty>
    </div>
  );
}

interface QueueListProps {
  readonly queue: Pick<ReadQueue, "list" | "items" | "chosen">;
}

function QueueList({ queue: { list, items, chosen } }: QueueListProps) {
  return (
    <nav class={list.stale ? "card rows stale" : "card rows"} aria-label="Drafts in the queue">
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
  );
}

function focusComment(): void {
  document.querySelector<HTMLElement>("main textarea.comment")?.focus();
}
