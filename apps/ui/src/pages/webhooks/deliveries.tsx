/** The deliveries of a webhook: what was sent, what the receiver answered, and the way to send it again. */

import { useEffect, useState } from "preact/hooks";

import { ago, moment } from "../../model/format.ts";
import { serverNow } from "../../model/server-clock.ts";
import { toast } from "../../model/toasts.ts";
import { useAction } from "../../parts/action.ts";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { Code } from "../../parts/code.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Table } from "../../parts/table.tsx";
import { useFetchedRows } from "./use-fetched.ts";
import type { DeliveryView, WebhookPages, WebhookView } from "./webhook-calls.ts";

interface DeliveriesProps {
  readonly of: WebhookView;
  readonly pages: WebhookPages;
}

const ROWS = 50;

export function Deliveries({ of: { id, enabled }, pages: { calls, since } }: DeliveriesProps) {
  const list = useFetchedRows(id, (count) => calls.deliveries(id, count), {
    since: `${since} ${enabled}`,
    rowsAPage: ROWS,
  });
  const rows = list.value.value;
  const problem = list.problem.value;
  useFollowing(rows, list.refresh);
  const failed = enabled ? (rows ?? []).filter(({ status }) => status === "failed") : [];
  const replayAll = useAction<void, void>(async () => {
    try {
      for (const one of failed) await calls.replay(id, one.id);
      toast(`${failed.length} events are sent again.`);
    } finally {
      await list.refresh();
    }
  });
  return (
    <Card
      title="Deliveries"
      wide
      aside={
        <div class="buttons">
          {failed.length > 1 && (
            <button
              type="button"
              class="second small"
              disabled={replayAll.busy}
              onClick={() => void replayAll.run()}
            >
              {replayAll.busy ? "Sending…" : `Send the ${failed.length} failed again`}
            </button>
          )}
          <button type="button" class="second small" onClick={() => void list.refresh()}>
            Refresh
          </button>
        </div>
      }
    >
      {problem && <Notice kind="poor">{problem}</Notice>}
      {replayAll.problem && <Notice kind="poor">{replayAll.problem}</Notice>}
      <Table
        label="Deliveries"
        head={["State", "Event", "Time", "Attempts", "Answer", "Next attempt", "Event id", ""]}
        numbers={["Attempts"]}
        count={rows?.length}
        problem={problem}
        empty="Nothing was sent yet. The next event that fits is here a moment after it."
      >
        {rows?.map((one) => (
          <Row
            key={one.id}
            of={one}
            replay={enabled ? () => calls.replay(id, one.id) : undefined}
            refresh={list.refresh}
          />
        ))}
      </Table>
      <p class="hint">
        An event that is not taken is sent again by itself, 15 times in about 36 hours. What has
        ended is kept for some days.
      </p>
      {rows !== undefined && rows.length > 0 && rows.length % ROWS === 0 && (
        <div class="buttons after">
          <button type="button" class="second" onClick={() => void list.more()}>
            Older
          </button>
        </div>
      )}
    </Card>
  );
}

const SOON_MILLISECONDS = 2000;
const LATER_MILLISECONDS = 5000;

/** Asks again by itself: soon after an attempt that is due, else from time to time, while the page is looked at. */
function useFollowing(
  rows: readonly DeliveryView[] | undefined,
  refresh: () => Promise<void>,
): void {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = Math.min(
      ...(rows ?? []).map(({ nextAttemptAt }) =>
        nextAttemptAt === null ? Infinity : timeOf(nextAttemptAt) - serverNow(),
      ),
    );
    const delay = Math.min(LATER_MILLISECONDS, Math.max(SOON_MILLISECONDS, next));
    const timer = setTimeout(() => {
      const asked = document.hidden ? Promise.resolve() : refresh();
      void asked.then(() => setTurn((count) => count + 1));
    }, delay);
    return () => clearTimeout(timer);
  }, [rows, turn, refresh]);
}

interface RowProps {
  readonly of: DeliveryView;
  /** Undefined for a webhook that gets nothing. */
  readonly replay: (() => Promise<unknown>) | undefined;
  readonly refresh: () => Promise<void>;
}

function Row({ of: one, replay, refresh }: RowProps) {
  const { status, type, occurredAt, attempts, eventId, nextAttemptAt } = one;
  const again = useAction<void, void>(async () => {
    try {
      await replay?.();
      toast(`${type} is sent again, under the same id.`);
    } finally {
      await refresh();
    }
  });
  return (
    <tr>
      <td>
        <Badge state={status} />
      </td>
      <td>{type}</td>
      <td>{moment(occurredAt)}</td>
      <td class="number">{attempts}</td>
      <td class="answer">{answerOf(one)}</td>
      <td>{nextText(nextAttemptAt)}</td>
      <td>
        <Code text={eventId} label={`id of the event ${type}`} />
      </td>
      <td>
        {status !== "waiting" && replay !== undefined && (
          <button
            type="button"
            class="second small"
            disabled={again.busy}
            aria-label={`Send again: ${type} of ${moment(occurredAt)}`}
            onClick={() => void again.run()}
          >
            {again.busy ? "Sending…" : "Send again"}
          </button>
        )}
        {again.problem && <Notice kind="poor">{again.problem}</Notice>}
      </td>
    </tr>
  );
}

function answerOf({ status, error, attempts }: DeliveryView): string {
  if (status === "delivered") return "Taken by the receiver.";
  return error ?? (attempts === 0 ? "Not sent yet." : "None yet.");
}

function nextText(time: string | number | null): string {
  if (time === null) return "none";
  return timeOf(time) <= serverNow() ? "now" : ago(timeOf(time));
}

/** Unix milliseconds. */
function timeOf(time: string | number): number {
  return typeof time === "number" ? time * 1000 : Date.parse(time);
}
