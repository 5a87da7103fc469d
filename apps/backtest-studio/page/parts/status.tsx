/** The state of a job: a word with its shape, its progress while it runs, and the verdict of its audit. */

import type { ListedJob } from "@bourse/contract/backtest";
import { Badge } from "@bourse/ui";

import { progress } from "../model/jobs.ts";
import { verdictOf } from "../model/verdict.ts";
import { VerdictBadge } from "./verdict.tsx";

export function Status({ job }: { readonly job: ListedJob }) {
  const { uuid, status } = job;
  if (status === "completed") {
    const verdict = verdictOf(job);
    return verdict === undefined ? (
      <Badge state={status} text="completed" kind="good" />
    ) : (
      <VerdictBadge verdict={verdict} isState />
    );
  }
  if (status === "failed") return <Badge state={status} kind="poor" />;
  if (status !== "running") return <Badge state={status} kind="fair" />;
  const done = progress.value.get(uuid)?.progress;
  return (
    <span class="badge running">
      running{done === undefined ? "" : ` ${Math.round(done * 100)} %`}
    </span>
  );
}
