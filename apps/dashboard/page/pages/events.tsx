/** Live list of the node's events. */

import type { NodeEventMessage } from "@bourse/contract/node";
import { Badge, Card, clockTime, Field, Notice, useRowKeys } from "@bourse/ui";
import { Fragment, type VNode } from "preact";
import { useState } from "preact/hooks";

import { describe, describeWhole, isPeriodic } from "../model/describe-event.ts";
import { connection, events, gaps, paused } from "../model/live.ts";

const SHOWN = 200;

export function Events() {
  const [filter, setFilter] = useState("");
  const [periodic, setPeriodic] = useState(false);
  useRowKeys();
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
      {list.length === 0 && (
        <p class="hint">
          {connection.value === "connected"
            ? "No event yet."
            : "Not read: the event stream is not connected."}
        </p>
      )}
      <ol class="plain events" data-rows>
        {list.map(rowOf)}
      </ol>
    </Card>
  );
}

const rows = new WeakMap<NodeEventMessage, VNode>();

/** The row of an event: one that stays is not drawn again when others come. */
function rowOf(event: NodeEventMessage): VNode {
  const row = rows.get(event) ?? (
    <Row key={event.id ?? `${event.timestamp}${event.type}`} event={event} />
  );
  rows.set(event, row);
  return row;
}

function Row({ event }: { readonly event: NodeEventMessage }) {
  return (
    <li>
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
      <span title={describeWhole(event)}>{describe(event)}</span>
      <Data of={event} />
    </li>
  );
}

/** All that an event says, written out once it is opened. */
function Data({ of: event }: { readonly of: NodeEventMessage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary data-open>data</summary>
      {isOpen && <pre>{JSON.stringify(event.data, undefined, 2)}</pre>}
    </details>
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
