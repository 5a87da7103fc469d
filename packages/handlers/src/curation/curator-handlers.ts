/** The review of drafts and its live events. */

import { reply, type Handlers } from "@bourse/contract";
import type { CurationApi, CuratorGap } from "@bourse/contract/curation";
import { CurationError, isCurator, type Actor, type CurationCore } from "@bourse/curation-core";
import type { Clock } from "@bourse/kernel";

import { listReply } from "../paging/list-reply.ts";
import { known, type Caller } from "./authenticate.ts";
import { draftReply, versionSeen } from "./etag.ts";
import { eventStream } from "./event-stream.ts";
import { wireFieldChange } from "./wire/draft-data.ts";
import { wireDraftAction, wireDraftVersion } from "./wire/draft.ts";
import {
  approvalOf,
  changeRequestOf,
  queueQueryOf,
  wireBulkOutcome,
  wireCuratorStats,
  wireQueueItem,
} from "./wire/review.ts";
import { timeOf } from "./wire/time.ts";

type Routes = Pick<
  CurationApi["routes"],
  | "curatorQueue"
  | "curatorStats"
  | "curatorEvents"
  | "bulkClaim"
  | "bulkApprove"
  | "bulkReject"
  | "claimDraft"
  | "releaseDraft"
  | "approveDraft"
  | "rejectDraft"
  | "requestChanges"
  | "reviewActions"
  | "reviewHistory"
  | "reviewDiff"
>;

/** Interval of heartbeats: proxies often close a silent connection after 30 s. */
const HEARTBEAT_MILLISECONDS = 15_000;

const STREAM_HEADERS = { "cache-control": "no-store", "x-accel-buffering": "no" };

export function curatorHandlers(core: CurationCore, clock: Clock): Handlers<Routes, Caller> {
  const { drafts, review } = core;
  return {
    curatorQueue: async ({ query }, { identity }) =>
      listReply(await review.queue(known(identity), queueQueryOf(query)), wireQueueItem),

    async curatorStats({ query }, { identity }) {
      const range = { from: timeOf(query.from), to: timeOf(query.to) };
      return (await review.stats(known(identity), range)).map(wireCuratorStats);
    },

    async curatorEvents({ headers }, { identity }) {
      const actor = curator(known(identity));
      const { after, gap } = await placeOf(core, headers["last-event-id"]);
      const stream = eventStream((signal) => core.events.subscribe({ after, signal }), {
        place: after,
        gap,
        clock,
        heartbeatMilliseconds: HEARTBEAT_MILLISECONDS,
        mayGoOn: () => mayStillListen(core, actor, clock),
      });
      return reply(200, stream, STREAM_HEADERS);
    },

    bulkClaim: async ({ body }, { identity }) =>
      wireBulkOutcome(await review.bulkClaim(known(identity), body.draft_ids)),

    bulkApprove: async ({ body }, { identity }) =>
      wireBulkOutcome(await review.bulkApprove(known(identity), body.draft_ids, approvalOf(body))),

    bulkReject: async ({ body: { draft_ids, reason } }, { identity }) =>
      wireBulkOutcome(await review.bulkReject(known(identity), draft_ids, { reason })),

    claimDraft: async ({ params }, { identity }) =>
      draftReply(200, await review.claim(known(identity), params.id)),

    releaseDraft: async ({ params }, { identity }) =>
      draftReply(200, await review.release(known(identity), params.id)),

    async approveDraft({ params, headers, body }, { identity }) {
      const input = approvalOf(body, seen(body, headers));
      return draftReply(200, await review.approve(known(identity), params.id, input));
    },

    async rejectDraft({ params, headers, body }, { identity }) {
      const input = { ...body, version: seen(body, headers) };
      return draftReply(200, await review.reject(known(identity), params.id, input));
    },

    async requestChanges({ params, headers, body }, { identity }) {
      const input = changeRequestOf(body, seen(body, headers));
      return draftReply(200, await review.requestChanges(known(identity), params.id, input));
    },

    reviewActions: async ({ params }, { identity }) =>
      (await drafts.actions(curator(known(identity)), params.id)).map(wireDraftAction),

    reviewHistory: async ({ params }, { identity }) =>
      (await drafts.history(curator(known(identity)), params.id)).map(wireDraftVersion),

    reviewDiff: async ({ params, query }, { identity }) =>
      (await drafts.diff(curator(known(identity)), params.id, query)).map(wireFieldChange),
  };
}

/** The position from which a feed begins, with the gap to report when events are missing before it. */
async function placeOf(
  { events }: CurationCore,
  lastEventId = "",
): Promise<{ readonly after: number; readonly gap: CuratorGap | undefined }> {
  if (lastEventId === "") return { after: await events.newest(), gap: undefined };
  const seen = Number(lastEventId);
  const { after, gap } = await events.resume(seen);
  const missing = { type: "gap", last_event_id: seen, resumed_after: after } as const;
  return { after, gap: gap ? missing : undefined };
}

/** @throws CurationError FORBIDDEN */
function curator(actor: Actor): Actor {
  if (isCurator(actor)) return actor;
  throw new CurationError("FORBIDDEN", "This requires the role curator or admin.");
}

/** False when the role was removed, the session has ended or the token has expired: then the stream ends. */
async function mayStillListen(
  { accounts, sessions }: CurationCore,
  actor: Actor,
  clock: Clock,
): Promise<boolean> {
  if (clock.now() >= (actor.tokenExpiresAt ?? Infinity)) return false;
  const [user, live] = await Promise.all([accounts.get(actor.id), sessions.list(actor)]);
  return isCurator(user) && live.some(({ current }) => current);
}

function seen(
  body: { readonly version?: number | undefined },
  headers: { readonly "if-match"?: string | undefined },
): number | undefined {
  return body.version ?? versionSeen(headers["if-match"]);
}
