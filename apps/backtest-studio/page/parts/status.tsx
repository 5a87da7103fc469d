/** The state of a job: a word with its shape, and a bar while it runs. */

import { Badge } from "@bourse/ui";

import { progress } from "../model/jobs.ts";

interface StatusProps {
  readonly uuid: string;
  readonly status: string;
}

export function Status({ uuid, status }: StatusProps) {
  if (status === "completed") return <Badge state={status} text="completed" kind="good" />;
  if (status === "failed") return <Badge state={status} kind="poor" />;
  if (status !== "running") return <Badge state={status} kind="fair" />;
  const done = progress.value.get(uuid)?.progress;
  return (
    <span class="badge running">
      running{done === undefined ? "" : ` ${Math.round(done * 100)} %`}
    </span>
  );
}
