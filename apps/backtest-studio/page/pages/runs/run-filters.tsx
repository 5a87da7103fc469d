/** The filters of the list of runs, which are in the address. */

import type { ListedJob } from "@bourse/contract/backtest";
import { Field, useQuery, type Place } from "@bourse/ui";

import { kindOf, titleOf } from "../../model/summary.ts";
import { ChoiceField } from "../../parts/choice-field.tsx";

const STATES = ["pending", "running", "completed", "failed", "cancelled"];
const KINDS = ["backtest", "sweep", "walk_forward", "data_sync", "signal"];

/** The runs that fit the filters in the address. */
export function foundRuns(
  all: readonly ListedJob[],
  { q: words = "", status = "", kind = "" }: Place["query"],
): readonly ListedJob[] {
  return all.filter(
    (job) =>
      (status === "" || job.status === status) &&
      (kind === "" || job.job_type === kind) &&
      matches(job, words),
  );
}

function matches(job: ListedJob, words: string): boolean {
  const told = `${job.id} ${kindOf(job.job_type)} ${titleOf(job)} ${JSON.stringify(job.payload)}`;
  const text = told.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

export function RunFilters() {
  const [words, setWords] = useQuery("q");
  const [status, setStatus] = useQuery("status");
  const [kind, setKind] = useQuery("kind");
  return (
    <form class="inline" onSubmit={(event) => event.preventDefault()}>
      <Field label="Search">
        {(ties) => (
          <input
            {...ties}
            type="search"
            placeholder="A strategy, a symbol, a parameter"
            value={words}
            spellcheck={false}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </Field>
      <ChoiceField label="State" value={status} choices={choicesOf(STATES)} onChange={setStatus} />
      <ChoiceField label="Kind" value={kind} choices={choicesOf(KINDS)} onChange={setKind} />
    </form>
  );
}

function choicesOf(values: readonly string[]) {
  const named = values.map((one) => [one, one === "backtest" ? "run" : kindOf(one)] as const);
  return [["", "all"] as const, ...named];
}
