/** One session: its head with the acts on it, which stays, and what became of it in tabs. */

import type { Session } from "@bourse/contract/backtest";
import { Card, Empty, Notice, place, setQuery, useCommands } from "@bourse/ui";
import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";

import { sessionOf } from "../../model/sessions.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { DecisionsTab, FillsTab, OrdersTab } from "./session-books.tsx";
import { SessionDriftTab } from "./session-drift.tsx";
import { SessionHead } from "./session-head.tsx";
import { SessionOverview } from "./session-overview.tsx";
import { useReading } from "./session-parts.tsx";

/** A tab is given the session as it was last read. */
export interface TabProps {
  readonly session: Session;
}

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly content: ComponentType<TabProps>;
}

const TABS: readonly Tab[] = [
  { name: "overview", title: "Overview", content: SessionOverview },
  { name: "decisions", title: "Decisions", content: DecisionsTab },
  { name: "orders", title: "Orders", content: OrdersTab },
  { name: "fills", title: "Fills", content: FillsTab },
  { name: "drift", title: "Drift", content: SessionDriftTab },
];

export function SessionPage({ id }: { readonly id: string }) {
  const read = useMemo(() => sessionOf(id), [id]);
  useReading(read.refresh);
  const { value: session } = read.value;
  const { value: problem } = read.problem;
  const asked = place.value.query["tab"];
  // The server has no drift report of a live session.
  const tabs = session?.broker === "live" ? TABS.filter(({ name }) => name !== "drift") : TABS;
  const tab = tabs.find(({ name }) => name === asked) ?? TABS[0];
  useCommands(
    tabs.map(({ name, title }, at) => ({
      label: title,
      keys: String(at + 1),
      group: "Tabs of the session",
      run: () => setQuery({ tab: name }),
    })),
  );
  if (session === undefined) {
    return (
      <Card title="Session" wide>
        {problem === undefined ? (
          <Empty title="Reading the session …" />
        ) : (
          <Notice kind="poor">{problem}</Notice>
        )}
        <p>
          <a href="#/sessions">All sessions</a>
        </p>
      </Card>
    );
  }
  return (
    <>
      <div class="wide">
        <SessionHead session={session} put={read.put} />
        {problem !== undefined && (
          <Notice kind="poor">{`It could not be read again: ${problem}`}</Notice>
        )}
        <Tabs label="The session" path={["sessions", id]} tabs={tabs} shown={tab?.name} />
      </div>
      {tab !== undefined && <tab.content key={tab.name} session={session} />}
    </>
  );
}
