/** The queue that the address asks for, and the draft of it that is read. */

import type { DraftDetail, QueueItem } from "@bourse/contract/curation";
import { place } from "@bourse/ui";
import { useEffect } from "preact/hooks";

import { isDecided } from "../../model/decisions.ts";
import { useFeed } from "../../model/live.ts";
import { useLoaded, type Loaded } from "../../model/loaded.ts";
import { drafts, pageOf, review, type PageOf } from "../../model/service.ts";
import { user } from "../../model/session.ts";
import { queueQueryOf } from "./queue-filters.tsx";

/** Number of drafts from which on the rest of the queue is read again. */
const FEW = 10;

export interface ReadQueue {
  readonly list: Loaded<PageOf<QueueItem>>;
  /** The drafts that are not decided. */
  readonly items: readonly QueueItem[];
  /** Id of the draft that is read; undefined in an empty queue. */
  readonly chosen: string | undefined;
  readonly draft: Loaded<DraftDetail | undefined>;
  /** The draft that is read; undefined as long as another one is there in its place. */
  readonly shown: DraftDetail | undefined;
}

export function useQueue(): ReadQueue {
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
  const shown = draft.value?.id === chosen ? draft.value : undefined;
  return { list, items, chosen, draft, shown };
}
