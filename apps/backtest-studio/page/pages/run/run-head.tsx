/** The head of a job, which stays in sight: its state, its verdict and what it earned; below it its labels and acts. */

import type { Job } from "@bourse/contract/backtest";
import {
  Badge,
  Confirm,
  Elapsed,
  formatPlace,
  go,
  moment,
  Notice,
  ONCE,
  toast,
  useAction,
  useCommands,
} from "@bourse/ui";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import { dropJob, hasEnded } from "../../model/jobs.ts";
import { textsOf } from "../../model/request-form.ts";
import { clients } from "../../model/session.ts";
import { figuresOf, kindOf, titleOf } from "../../model/summary.ts";
import { verdictOf } from "../../model/verdict.ts";
import { Figure, Gain } from "../../parts/figure.tsx";
import { VerdictBadge } from "../../parts/verdict.tsx";
import { LabelForm, Pin } from "./run-labels.tsx";
import { readJob } from "./shown-run.ts";

const KINDS: Readonly<Record<string, "good" | "poor">> = { completed: "good", failed: "poor" };

interface RunHeadProps {
  readonly job: Job;
  /** The links to its tabs. */
  readonly children: ComponentChildren;
}

export function RunHead({ job, children }: RunHeadProps) {
  const [open, setOpen] = useState<"labels" | "delete">();
  const isStuck = useIsHeadingGone();
  const isFalse = job.look_ahead === "looks_ahead";
  useCommands([{ label: "Title, note and tags", keys: "t", run: () => setOpen("labels") }]);
  return (
    <>
      <section class="summary sticky" aria-label="The run">
        <p class="facts">
          {isStuck && (
            <b class="named" dir="auto">
              {job.title ?? titleOf(job)}
            </b>
          )}
          {isFalse ? (
            <span>{job.status}</span>
          ) : (
            <Badge state={job.status} kind={KINDS[job.status] ?? "fair"} />
          )}
          <VerdictBadge verdict={verdictOf(job)} />
          <Earned job={job} isFalse={isFalse} />
        </p>
        {children}
      </section>
      {open === "labels" && <LabelForm job={job} onClose={() => setOpen(undefined)} />}
      {open === "delete" && <Deleting job={job} onBack={() => setOpen(undefined)} />}
      {isFalse && (
        <Notice kind="poor">
          This strategy looks ahead: decisions of it change when later candles are taken away.
          Nobody can earn these figures. The tab Robustness names the decisions.
        </Notice>
      )}
      <div class="row wraps">
        <Facts job={job} />
        <Acts job={job} onOpen={setOpen} isDeleting={open === "delete"} />
      </div>
    </>
  );
}

function Earned({ job, isFalse }: { readonly job: Job; readonly isFalse: boolean }) {
  const figures = figuresOf(job);
  if (figures === undefined) return null;
  const { total_return: gain, max_drawdown: fall } = figures;
  return (
    <>
      <span>
        Return{" "}
        <b>
          <Gain value={gain} isDoubtful={isFalse} />
        </b>
      </span>
      <span>
        Drawdown{" "}
        <b>
          <Figure of={fall} form="percent" />
        </b>
      </span>
    </>
  );
}

/** Title by its request, kind, number, when it was created, how long it took, its tags and its note. */
function Facts({ job }: { readonly job: Job }) {
  const { started_at: start, completed_at: end } = job;
  const milliseconds =
    start === null || end === null ? undefined : Date.parse(end) - Date.parse(start);
  return (
    <div class="facts">
      {job.title !== null && <span>{titleOf(job)}</span>}
      <span>
        {kindOf(job.job_type)} {job.id}
      </span>
      <span>{moment(job.created_at)}</span>
      {milliseconds !== undefined && (
        <span>
          took <Elapsed of={milliseconds} />
        </span>
      )}
      {job.tags.map((tag) => (
        <span class="tag" key={tag} dir="auto">
          {tag}
        </span>
      ))}
      {job.note !== null && (
        <p class="note" dir="auto">
          {job.note}
        </p>
      )}
    </div>
  );
}

interface ActsProps {
  readonly job: Job;
  readonly onOpen: (what: "labels" | "delete") => void;
  readonly isDeleting: boolean;
}

function Acts({ job, onOpen, isDeleting }: ActsProps) {
  const { uuid } = job;
  const cancel = useAction(async () => {
    await clients.value.backtest.cancelJob({ params: { job_uuid: uuid } });
    await readJob(uuid);
    toast("The run was cancelled.");
  });
  const retry = useAction(async () => {
    const { job_id: id } = await clients.value.research.retryJob({ params: { uuid } }, ONCE);
    go(["runs", id]);
  });
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
  const failed = cancel.problem ?? retry.problem;
  return (
    <div class="buttons">
      {failed !== undefined && <span class="fault">{failed}</span>}
      <Pin job={job} />
      <button type="button" class="second small" onClick={() => onOpen("labels")}>
        Title, tags
      </button>
      {!isOver && (
        <button type="button" class="second small danger" disabled={cancel.busy} onClick={onCancel}>
          {cancel.busy ? "Cancelling …" : "Cancel"}
        </button>
      )}
      {(job.status === "failed" || job.status === "cancelled") && (
        <button
          type="button"
          class="small"
          disabled={retry.busy}
          onClick={() => void retry.run(undefined)}
        >
          Run again
        </button>
      )}
      <a class="button second small" href={again}>
        Change and run again
      </a>
      {isOver && !isDeleting && (
        <button type="button" class="second small" onClick={() => onOpen("delete")}>
          Delete
        </button>
      )}
    </div>
  );
}

function Deleting({ job: { uuid }, onBack }: { readonly job: Job; readonly onBack: () => void }) {
  const remove = useAction(async () => {
    await clients.value.backtest.deleteJob({ params: { uuid } }, ONCE);
    dropJob(uuid);
    go(["runs"]);
    toast("The run was deleted.");
  });
  return (
    <>
      <Confirm
        title="Delete the run"
        words={["Delete for good", "Deleting …"]}
        isDestructive
        busy={remove.busy}
        onYes={() => void remove.run(undefined)}
        onBack={onBack}
      >
        <p>Its result, trades and equity go with it.</p>
      </Confirm>
      {remove.problem !== undefined && <Notice kind="poor">{remove.problem}</Notice>}
    </>
  );
}

/** True while the heading of the page is out of sight: the head names the run then. */
function useIsHeadingGone(): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const heading = document.querySelector("h1");
    if (heading === null) return undefined;
    const watch = new IntersectionObserver(([entry]) => setGone(entry?.isIntersecting === false));
    watch.observe(heading);
    return () => watch.disconnect();
  }, []);
  return isGone;
}
