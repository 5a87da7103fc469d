/** The problem of reading the account or the trades of the shown job, with a way to ask again. */

import { Notice } from "@bourse/ui";

import { readTraces, traces } from "./shown-run.ts";

export function TracesProblem() {
  const { uuid, problem } = traces.value;
  if (problem === undefined) return null;
  return (
    <Notice kind="poor">
      {problem}{" "}
      <button type="button" class="second small" onClick={() => readTraces(uuid)}>
        Try again
      </button>
    </Notice>
  );
}
