/** One job: its progress while it runs, and then what came of it. */

import type { Job } from "@bourse/contract/backtest";
import {
  Badge,
  Card,
  Confirm,
  duration,
  Empty,
  formatPlace,
  go,
  moment,
  Notice,
  ONCE,
  place,
  toast,
  useAction,
  useCommands,
} from "@bourse/ui";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { dropJob, hasEnded, jobs, progress, takeJob, takeProgress } from "../model/jobs.ts";
import { count, seconds } from "../model/numbers.ts";
import { textsOf } from "../model/request-form.ts";
import { apiKey, clients } from "../model/session.ts";
import { kindOf, titleOf } from "../model/summary.ts";
import { wordsOf } from "../model/words.ts";
import { BacktestResultView } from "./run/backtest-result.tsx";
import { Configuration } from "./run/configuration.tsx";
import { SweepResultView } from "./run/sweep-result.tsx";
import { WalkForwardResultView } from "./run/walk-forward-result.tsx";

/** The job whose page is open, as it was last read. */
const shown = signal<Job | undefined>(undefined);
const problem = signal<string | undefined>(undefined);

export function runHeading(): string {
  const job = shown.value;
  if (job === undefined || job.uuid !== place.value.rest[0]) return "Run";
  return titleOf(job);
}

export function Run() {
  const uuid = place.value.rest[0] ?? "";
  const listed = jobs.value?.find((job) => job.uuid === uuid);
  useEffect(() => {
    if (shown.peek()?.uuid !== uuid) shown.value = undefined;
    void readJob(uuid);
  }, [uuid, listed?.status, apiKey.value]);
  useEffect(() => (apiKey.value === "" ? undefined : followWithKey(uuid)), [uuid, apiKey.value]);
  const job = shown.value;
  if (problem.value !== undefined) {
    return (
      <Card title="No such run" wide>
        <Notice kind="poor">{problem.value}</Notice>
        <p>
          <a href="#/runs">All runs</a>
        </p>
      </Card>
    );
  }
  if (job === undefined || job.uuid !== uuid) {
    return (
      <Card title="Reading the run …" wide>
        <div class="awaited run" />
      </Card>
    );
  }
  return (
    <>
      <Summary job={job} />
      {job.job_type === "backtest" && job.result !== null && (
        <BacktestResultView uuid={job.uuid} result={job.result} />
      )}
      {job.job_type === "sweep" && job.result !== null && (
        <SweepResultView uuid={job.uuid} result={job.result} />
      )}
      {job.job_type === "walk_forward" && job.result !== null && (
        <WalkForwardResultView uuid={job.uuid} result={job.result} />
      )}
      {hasEnded(job) && <Configuration job={job} />}
    </>
  );
}

async function readJob(uuid: string): Promise<void> {
  try {
    const job = await clients.value.backtest.getJob({ params: { uuid } });
    problem.value = undefined;
    // A late answer does not take the place of a newer one.
    const newest = shown.peek();
    if (newest?.uuid === uuid && hasEnded(newest) && !hasEnded(job)) return;
    shown.value = job;
    takeJob(job);
  } catch (error) {
    problem.value = wordsOf(error);
  }
}

/** A page with a key has no socket; the job's own stream tells its progress. */
function followWithKey(uuid: string): () => void {
  const end = new AbortController();
  const read = async (): Promise<void> => {
    for await (const event of clients.peek().followJob(uuid, { signal: end.signal })) {
      if (event.type === "progress") takeProgress(event.data);
      else {
        takeJob(event.data);
        shown.value = event.data;
      }
    }
  };
  // The job itself is read anyway; what goes wrong there is shown.
  read().catch(() => {});
  return () => end.abort();
}

function Summary({ job }: { readonly job: Job }) {
  const [isDeleting, setDeleting] = useState(false);
  const { cancel, retry, remove } = useJobActs(job);
  const again = formatPlace(["new"], {
    ...textsOf(job.payload, job.job_type),
    ...(job.job_type !== "backtest" && { kind: job.job_type }),
  });
  const isOver = hasEnded(job);
  const onCancel = (): void => void cancel.run(undefined);
  useCommands([
    { label: "Change and run again", keys: "e", run: () => void (location.hash = again) },
    ...(isOver ? [] : [{ label: "Cancel the run", keys: "C", run: onCancel }]),
  ]);
  const failed = cancel.problem ?? retry.problem ?? remove.problem;
  return (
    <section class="summary wide" aria-label="The run">
      <div class="row">
        <Facts job={job} />
        <div class="buttons">
          {!isOver && (
            <button type="button" class="second danger" disabled={cancel.busy} onClick={onCancel}>
              {cancel.busy ? "Cancelling …" : "Cancel"}
            </button>
          )}
          {(job.status === "failed" || job.status === "cancelled") && (
            <button type="button" disabled={retry.busy} onClick={() => void retry.run(undefined)}>
              Run again
            </button>
          )}
          <a class="button second" href={again}>
            Change and run again
          </a>
          {isOver && !isDeleting && (
            <button type="button" class="second" onClick={() => setDeleting(true)}>
              Delete
            </button>
          )}
        </div>
      </div>
      {isDeleting && (
        <Confirm
          title="Delete the run"
          words={["Delete for good", "Deleting …"]}
          isDestructive
          busy={remove.busy}
          onYes={() => void remove.run(undefined)}
          onBack={() => setDeleting(false)}
        >
          <p>Its result, trades and equity go with it.</p>
        </Confirm>
      )}
      {failed !== undefined && <Notice kind="poor">{failed}</Notice>}
      {job.error !== null && <Notice kind="poor">{job.error}</Notice>}
      {!isOver && <Progress job={job} />}
    </section>
  );
}

function useJobActs({ uuid }: Job) {
  const cancel = useAction(async () => {
    await clients.value.backtest.cancelJob({ params: { job_uuid: uuid } });
    await readJob(uuid);
    toast("The run was cancelled.");
  });
  const retry = useAction(async () => {
    const { job_id: id } = await clients.value.research.retryJob({ params: { uuid } }, ONCE);
    go(["runs", id]);
  });
  const remove = useAction(async () => {
    await clients.value.backtest.deleteJob({ params: { uuid } }, ONCE);
    dropJob(uuid);
    go(["runs"]);
    toast("The run was deleted.");
  });
  return { cancel, retry, remove };
}

/** The state of the job, its kind, when it was created and how long it took. */
function Facts({ job }: { readonly job: Job }) {
  const { status, started_at: start, completed_at: end } = job;
  const milliseconds =
    start === null || end === null ? undefined : Date.parse(end) - Date.parse(start);
  return (
    <p class="facts">
      <Badge
        state={status}
        kind={status === "completed" ? "good" : status === "failed" ? "poor" : "fair"}
      />
      <span>
        {kindOf(job.job_type)} {job.id}
      </span>
      <span>{moment(job.created_at)}</span>
      {milliseconds !== undefined && (
        <span>
          took {milliseconds < 60_000 ? seconds(milliseconds) : duration(milliseconds / 1000)}
        </span>
      )}
    </p>
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
