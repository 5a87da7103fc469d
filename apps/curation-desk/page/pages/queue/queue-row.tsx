/** A draft in the list of the queue, and the time that its claim has left. */

import type { QueueItem } from "@bourse/contract/curation";
import { ago, formatPlace, place } from "@bourse/ui";
import { useEffect, useRef } from "preact/hooks";

import { statusAt } from "../../model/claim.ts";
import { user } from "../../model/session.ts";
import { leftText, minute, now } from "../../model/time.ts";

interface QueueRowProps {
  readonly item: QueueItem;
  readonly isChosen: boolean;
}

export function QueueRow({ item, isChosen }: QueueRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const { page, rest, query } = place.value;
  const isOwn = item.creator_wallet !== null && item.creator_wallet === user.value?.wallet_address;
  return (
    <li ref={row}>
      <a
        href={formatPlace([page, ...rest], { ...query, draft: item.id, from: undefined })}
        aria-current={isChosen ? "true" : undefined}
      >
        <span class="question" dir="auto">
          {item.question_text ?? "A draft without a question"}
        </span>
        <span class="facts">
          <span>{Math.round(item.quality_score * 100)}</span>
          {item.version > 1 && <span>version {item.version}</span>}
          {item.submitted_at !== null && <span>{waitText(item.submitted_at, minute.value)}</span>}
          {isOwn && <span>yours</span>}
          {statusAt(item, now.value) === "in_review" && (
            <Lease name={item.assigned_curator_name} until={item.claim_expires_at} />
          )}
        </span>
      </a>
    </li>
  );
}

/** The time since a submission: `waits 3 d`. */
function waitText(submitted: string, at: number): string {
  const since = ago(Date.parse(submitted), at);
  return since.endsWith(" ago") ? `waits ${since.slice(0, -4)}` : "just came";
}

interface LeaseProps {
  readonly name: string | null;
  readonly until: string | null;
}

/** The holder of a claim and the time that is left of it, counted down by the server's clock. */
export function Lease({ name, until }: LeaseProps) {
  const left = until === null ? undefined : leftText(until, now.value);
  const isOwn = name === user.value?.username;
  return (
    <span class={isOwn ? "lease own" : "lease"}>
      {isOwn ? "you" : name} {left ?? "ended"}
    </span>
  );
}
