/** The studio: its pages, the state of the connection, and the sign-in where the server wants a key. */

import {
  Badge,
  go,
  KeyEntry,
  lostSince,
  place,
  reachesOne,
  Shell,
  useCommands,
  webhooksHeading,
  type Page,
} from "@bourse/ui";

import { isEditing } from "./model/edited-source.ts";
import { jobs } from "./model/jobs.ts";
import { connection } from "./model/live.ts";
import { enter, locked } from "./model/session.ts";
import { titleOf } from "./model/summary.ts";
import { Account } from "./pages/account.tsx";
import { Compare } from "./pages/compare.tsx";
import { Data } from "./pages/data.tsx";
import { NewRun } from "./pages/new-run.tsx";
import { Run, runHeading } from "./pages/run.tsx";
import { Runs } from "./pages/runs.tsx";
import { Sessions, sessionsHeading } from "./pages/sessions.tsx";
import { Strategies, strategiesHeading } from "./pages/strategies.tsx";
import { Webhooks } from "./pages/webhooks.tsx";
import { KillSwitchState } from "./parts/kill-switch.tsx";

const PAGES: readonly Page[] = [
  {
    name: "runs",
    title: "Runs",
    content: RunsOrRun,
    heading: runsHeading,
    key: "r",
    reaches: reachesOne,
  },
  { name: "new", title: "New run", content: NewRun, key: "n" },
  { name: "data", title: "Data", content: Data, key: "d" },
  {
    name: "strategies",
    title: "Strategies",
    content: Strategies,
    heading: strategiesHeading,
    key: "s",
    reaches: (rest) => isEditing(rest) && rest.length <= 2,
  },
  {
    name: "sessions",
    title: "Sessions",
    content: Sessions,
    heading: sessionsHeading,
    key: "t",
    reaches: reachesOne,
  },
  { name: "account", title: "Account", content: Account, key: "a" },
  {
    name: "webhooks",
    title: "Webhooks",
    content: Webhooks,
    heading: webhooksHeading,
    key: "w",
    reaches: reachesOne,
  },
  { name: "compare", title: "Comparison", content: Compare, isHidden: true },
];

export function App() {
  useCommands([
    { label: "New run", keys: "n", group: "Go", run: () => go(["new"]) },
    ...(jobs.value ?? []).slice(0, MOST_COMMANDS).map((job) => ({
      label: `Open run ${job.id}: ${titleOf(job)}`,
      run: () => go(["runs", job.uuid]),
    })),
  ]);
  return (
    <Shell
      brand="Bourse studio"
      pages={PAGES}
      aside={
        <>
          <KillSwitchState />
          <State />
        </>
      }
      instead={
        locked.value ? (
          <KeyEntry
            title="This server wants a key"
            hint="One of the server's API_KEYS. It is kept in this page's memory only and gone when the page is closed."
            enter={enter}
          />
        ) : undefined
      }
      insteadHeading="Sign in"
    />
  );
}

/** `#/runs` is the list, `#/runs/<id>` one of them. */
function RunsOrRun() {
  return place.value.rest[0] === undefined ? <Runs /> : <Run />;
}

function runsHeading(): string {
  return place.value.rest[0] === undefined ? "Runs" : runHeading();
}

/** Runs that the palette finds by their words. */
const MOST_COMMANDS = 50;

function State() {
  if (locked.value) return null;
  // A socket may stay open long after the last answer.
  if (lostSince.value !== undefined) {
    return <Badge state="silent" kind="poor" text="no answer" />;
  }
  if (connection.value === "connecting") return <Badge state="connecting" />;
  return <Badge state="connected" text={connection.value === "live" ? "live" : "every 2 s"} />;
}
