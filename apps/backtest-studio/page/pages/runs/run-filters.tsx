/** The filters of the list of runs, which are in the address, and the choice of its columns. */

import { Field, setQuery, spaced, useQuery } from "@bourse/ui";
import { useEffect } from "preact/hooks";

import { keepColumns } from "../../model/kept-columns.ts";
import { loadStrategies, strategies } from "../../model/strategies.ts";
import { kindOf } from "../../model/summary.ts";
import { ChoiceField } from "../../parts/choice-field.tsx";

const STATES = ["pending", "running", "completed", "failed", "cancelled"];
const KINDS = ["backtest", "sweep", "walk_forward", "data_sync", "signal"];
const FILTERS = ["q", "status", "kind", "strategy", "symbol", "tag", "sort"];

export function RunFilters() {
  const [status, setStatus] = useQuery("status");
  const [kind, setKind] = useQuery("kind");
  const [strategy, setStrategy] = useQuery("strategy");
  useEffect(() => void loadStrategies(), []);
  const names = strategies.value?.strategies.map(({ name }) => name) ?? [];
  const known = strategy === "" || names.includes(strategy) ? names : [...names, strategy];
  return (
    <form class="inline filters" onSubmit={(event) => event.preventDefault()}>
      <FilterText name="q" label="Search" hint="Search title, note, tag, symbol" />
      <Choice label="State" value={status} values={STATES} onChange={setStatus} />
      <Choice label="Kind" value={kind} values={KINDS} onChange={setKind} />
      <Choice label="Strategy" value={strategy} values={known} onChange={setStrategy} />
      <FilterText name="symbol" label="Symbol" hint="Symbol" />
      <FilterText name="tag" label="Tags" hint="Tags, between commas" />
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, values, onChange }: ChoiceProps) {
  const named = values.map(
    (one) => [one, one === "backtest" ? "run" : spaced(kindOf(one))] as const,
  );
  const choices = [["", `any ${label.toLowerCase()}`] as const, ...named];
  return (
    <ChoiceField label={label} hidesLabel value={value} choices={choices} onChange={onChange} />
  );
}

interface FilterTextProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
}

function FilterText({ name, label, hint }: FilterTextProps) {
  const [text, setText] = useQuery(name);
  return (
    <Field label={label} hidesLabel>
      {(ties) => (
        <input
          {...ties}
          type="search"
          placeholder={hint}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Shows every run again, newest first. */
export function clearFilters(): void {
  setQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
}

interface ColumnChoiceProps {
  readonly heads: readonly string[];
  readonly shown: readonly string[];
}

export function ColumnChoice({ heads, shown }: ColumnChoiceProps) {
  return (
    <details class="columns-choice">
      <summary>Columns</summary>
      <fieldset>
        <legend>Columns of the list</legend>
        {heads.map((head) => (
          <label key={head} class="check">
            <input
              type="checkbox"
              checked={shown.includes(head)}
              onChange={(event) =>
                keepColumns(
                  heads.filter((one) =>
                    one === head ? event.currentTarget.checked : shown.includes(one),
                  ),
                )
              }
            />
            {head}
          </label>
        ))}
        <button type="button" class="second small" onClick={() => keepColumns(undefined)}>
          As many as fit
        </button>
      </fieldset>
    </details>
  );
}
