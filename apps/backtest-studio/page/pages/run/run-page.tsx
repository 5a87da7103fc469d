/** The page of a job: its head, which stays in sight, and what came of it in tabs, each fetched when it is opened. */

import type { Job } from "@bourse/contract/backtest";
import { Card, Empty, Later, Notice, place, setQuery, useCommands } from "@bourse/ui";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";

import { hasEnded, jobs, progress } from "../../model/jobs.ts";
import { count } from "../../model/numbers.ts";
import { apiKey } from "../../model/session.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { RunHead } from "./run-head.tsx";
import { failure, followWithKey, readJob, readTraces, shown } from "./shown-run.ts";

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<FunctionComponent>;
  /** True for one that a job without a result has too. */
  readonly isAlways?: boolean;
}

const TABS: readonly Tab[] = [
  {
    name: "overview",
    title: "Overview",
    load: async () => (await import("./overview.tsx")).Overview,
  },
  { name: "chart", title: "Chart", load: async () => (await import("./chart-tab.tsx")).ChartTab },
  {
    name: "trades",
    title: "Trades",
    load: async () => (await import("./trades-tab.tsx")).TradesTab,
  },
  {
    name: "tear-sheet",
    title: "Tear sheet",
    load: async () => (await import("./tear-sheet-tab.tsx")).TearSheetTab,
  },
  {
    name: "robustness",
    title: "Robustness",
    load: async () => (await import("./robustness-tab.tsx")).RobustnessTab,
  },
  {
    name: "configuration",
    title: "Configuration",
    isAlways: true,
    load: async () => (await import("./configuration.tsx")).ConfigurationTab,
  },
  {
    name: "log",
    title: "Log",
    isAlways: true,
    load: async () => (await import("./log-tab.tsx")).LogTab,
  },
];

export function RunPage() {
  const uuid = place.value.rest[0] ?? "";
  const listed = jobs.value?.find((job) => job.uuid === uuid);
  useEffect(() => {
    if (shown.peek()?.uuid !== uuid) {
      shown.value = undefined;
      failure.value = undefined;
    }
    void readJob(uuid);
  }, [uuid, listed?.status, apiKey.value]);
  useEffect(() => (apiKey.value === "" ? undefined : followWithKey(uuid)), [uuid, apiKey.value]);
  const job = shown.value;
  const isShown = job?.uuid === uuid;
  const hasRun = isShown && job.result !== null && RUNS.has(job.job_type);
  useEffect(() => {
    if (hasRun) readTraces(uuid);
  }, [uuid, hasRun]);
  const { text, isGone = false } = failure.value ?? {};
  if (isGone || (!isShown && text !== undefined)) {
    return (
      <Card title={isGone ? "No such run" : "The run could not be read"} wide>
        <Notice kind="poor">{text}</Notice>
        <p>
          <a href="#/runs">All runs</a>
        </p>
      </Card>
    );
  }
  if (!isShown) {
    return (
      <Card title="Reading the run …" wide>
        <p class="hint">The server is asked for it.</p>
      </Card>
    );
  }
  return (
    <>
      {text !== undefined && <Notice kind="poor">{text}</Notice>}
      <ShownRun key={uuid} job={job} hasRun={hasRun} />
    </>
  );
}

/** Kinds of jobs that have trades and an account. */
const RUNS = new Set(["backtest", "sweep", "walk_forward"]);

function ShownRun({ job, hasRun }: { readonly job: Job; readonly hasRun: boolean }) {
  const tabs = TABS.filter(({ isAlways }) => hasRun || isAlways === true);
  const asked = place.value.query["tab"] ?? (hasRun ? "overview" : "log");
  const tab = tabs.find(({ name }) => name === asked) ?? tabs[0];
  useCommands(
    tabs.map(({ name, title }, at) => ({
      label: title,
      keys: String(at + 1),
      group: "Tabs of the run",
      run: () => setQuery({ tab: name }),
    })),
  );
  return (
    <>
      <RunHead job={job}>
        <Tabs label="The run" path={["runs", job.uuid]} tabs={tabs} shown={tab?.name} />
      </RunHead>
      {job.error !== null && <Notice kind="poor">{job.error}</Notice>}
      {!hasEnded(job) && <Progress job={job} />}
      {tab !== undefined && (
        <div class="cards tab">
          <Later key={tab.name} title={tab.title} load={tab.load} />
        </div>
      )}
    </>
  );
}

function Progress({ job }: { readonly job: Job }) {
  const known = progress.value.get(job.uuid);
  if (job.status === "pending") {
    return (
      <Empty title="The run waits for a worker.">
        It begins as soon as one is free. A server that has no worker part keeps it until one is
        started.
      </Empty>
    );
  }
  const done = known?.progress ?? 0;
  return (
    <div class="progress">
      <progress value={done} max={1} aria-label="Progress of the run" />
      <p class="hint" role="status">
        {Math.round(done * 100)} %
        {known !== undefined &&
          known.candles_per_second > 0 &&
          ` · ${count(Math.round(known.candles_per_second))} candles a second`}
      </p>
    </div>
  );
}
