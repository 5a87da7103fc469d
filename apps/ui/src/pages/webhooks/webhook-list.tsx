/** The webhooks of the reader. */

import { useCommands } from "../../model/commands.ts";
import { moment } from "../../model/format.ts";
import type { Loaded } from "../../model/loaded.ts";
import { formatPlace } from "../../model/place-text.ts";
import { go } from "../../model/place.ts";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Notice } from "../../parts/notice.tsx";
import { ReadingHint } from "../../parts/reading-hint.tsx";
import { Table } from "../../parts/table.tsx";
import type { WebhookPages, WebhookView } from "./webhook-calls.ts";

const NEW = ["webhooks", "new"];

interface WebhookListProps {
  readonly pages: WebhookPages;
  readonly list: Loaded<readonly WebhookView[]>;
}

export function WebhookList({ pages: { about }, list }: WebhookListProps) {
  const all = list.value.value;
  const problem = list.problem.value;
  useCommands([{ label: "New webhook", keys: "n", run: () => go(NEW) }]);
  return (
    <Card
      title={all === undefined ? "Webhooks" : titleOf(all.length)}
      wide
      aside={
        (all !== undefined || problem === undefined) && (
          <a class="button small" href={formatPlace(NEW)}>
            New webhook
          </a>
        )
      }
    >
      {problem && <Notice kind="poor">{problem}</Notice>}
      {all === undefined && problem === undefined && <ReadingHint>Loading…</ReadingHint>}
      {all?.length === 0 && (
        <Empty
          title="No webhook yet."
          action={
            <a class="button" href={formatPlace(NEW)}>
              Create the first webhook
            </a>
          }
        >
          {about}
        </Empty>
      )}
      {all !== undefined && all.length > 0 && (
        <Table
          label="Webhooks"
          head={["Address", "Events", "State", "Created"]}
          count={all.length}
          empty=""
        >
          {all.map(({ id, url, events, enabled, createdAt }) => (
            <tr key={id}>
              <td>
                <a href={formatPlace(["webhooks", id])}>{url}</a>
              </td>
              <td title={events.join(", ")}>{eventsText(events)}</td>
              <td>
                <EnabledBadge enabled={enabled} />
              </td>
              <td>{moment(createdAt)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function titleOf(count: number): string {
  return `${count} ${count === 1 ? "webhook" : "webhooks"}`;
}

function eventsText(events: readonly string[]): string {
  if (events.includes("*")) return "all";
  return events.length <= 2 ? events.join(", ") : `${events[0]} and ${events.length - 1} others`;
}

/** The state of a webhook, as the list and its own page show it. */
export function EnabledBadge({ enabled }: { readonly enabled: boolean }) {
  return <Badge state={enabled ? "on" : "off"} kind={enabled ? "good" : "fair"} />;
}
