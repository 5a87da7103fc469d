/** Live list of the node's events. */

import type { NodeEventMessage } from "@bourse/contract/node";
import { Badge, Card, clockTime, Field, Notice } from "@bourse/ui";
import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { describe, isPeriodic } from "../model/describe-event.ts";
import { connection, events, gaps, paused } from "../model/live.ts";

const SHOWN = 200;

export function Events() {
  const [filter, setFilter] = useState("");
  const [periodic, setPeriodic] = useState(false);
  const list = events.value
    .filter((event) => (periodic || !isPeriodic(event)) && matches(event, filter))
    .slice(0, SHOWN);
  return (
    <Card title="Events" wide aside={<Badge state={connection.value} />}>
      <form class="inline" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Filter"
          hint="A type such as data.shared, a part of one, or any text of an event."
        >
          {(ties) => (
            <input
              {...ties}
              type="search"
              value={filter}
              spellcheck={false}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={periodic}
            onChange={(event) => setPeriodic(event.currentTarget.checked)}
          />
          periodic ones too
        </label>
        <button
          type="button"
          class="second"
          aria-pressed={paused.value}
          onClick={() => {
            paused.value = !paused.value;
          }}
        >
          {paused.value ? "Go on" : "Pause"}
        </button>
      </form>
      {gaps.value > 0 && (
        <Notice kind="fair">
          The connection was away for so long that the node no longer knew all events between:{" "}
          {gaps.value} {gaps.value === 1 ? "gap" : "gaps"}.
        </Notice>
      )}
      {list.length === 0 && <p class="hint">No event yet.</p>}
      <ol class="plain events">
        {list.map((event) => (
          <li key={event.id ?? `${event.timestamp}${event.type}`}>
            <time dateTime={new Date(event.timestamp * 1000).toISOString()}>
              {clockTime(event.timestamp)}
            </time>
            <strong>
              {event.type.split(/(?<=[._])/u).map((part, at) => (
                <Fragment key={at}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </strong>
            <span>{describe(event)}</span>
            <details>
              <summary>data</summary>
              <pre>{JSON.stringify(event.data, undefined, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function matches(event: NodeEventMessage, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return (
    wanted === "" ||
    event.type.includes(wanted) ||
    JSON.stringify(event.data).toLowerCase().includes(wanted)
  );
}
