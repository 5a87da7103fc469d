/** Filters of the audit trail, which the server applies; the address holds them. */

import { Field, place, setQuery, TextInput, useQuery } from "@bourse/ui";

import { ChoiceFilter } from "../../parts/choice-filter.tsx";
import { andThen, Filters } from "../../parts/filters.tsx";
import { TEXTS } from "./texts.ts";
import { WORDS } from "./verdicts.ts";

/** Acts by their names, in the order of their words. */
const ACTS = Object.fromEntries(
  Object.entries(TEXTS)
    .map(([action, [, tried]]) => [action, labelOf(tried)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b)),
);

interface AuditFiltersProps {
  readonly isOfAll: boolean;
  /** Called when other rows are asked for. */
  readonly onChange: () => void;
}

export function AuditFilters({ isOfAll, onChange }: AuditFiltersProps) {
  const [words, setWords] = useQuery("q");
  const [action, setAction] = useQuery("action");
  const [outcome, setOutcome] = useQuery("outcome");
  const [account, setAccount] = useQuery("account");
  const { subject } = place.value.query;
  const anew = andThen(onChange);
  return (
    <>
      <Filters>
        <TextInput
          label="Find"
          type="search"
          hint="A part of a name, an address, a code."
          value={words}
          onInput={anew(setWords)}
        />
        <ChoiceFilter
          id="action"
          label="Act"
          value={action}
          choices={ACTS}
          onChange={anew(setAction)}
        />
        <ChoiceFilter
          id="outcome"
          label="Verdict"
          value={outcome}
          choices={{ ...WORDS, failed: "failed by a fault" }}
          onChange={anew(setOutcome)}
        />
        <Day name="from" label="From the day" onChange={onChange} />
        <Day name="until" label="Until the day" onChange={onChange} />
        {isOfAll && (
          <TextInput
            label="Account"
            type="search"
            hint="The whole id of an account."
            value={account}
            onInput={anew(setAccount)}
          />
        )}
      </Filters>
      {subject !== undefined && (
        <p class="hint before">
          Only what was done to one thing.{" "}
          <button
            type="button"
            class="second small"
            onClick={() => {
              setQuery({ subject: undefined });
              onChange();
            }}
          >
            Show all acts
          </button>
        </p>
      )}
    </>
  );
}

interface DayProps {
  readonly name: string;
  readonly label: string;
  readonly onChange: () => void;
}

function Day({ name, label, onChange }: DayProps) {
  const [value, setValue] = useQuery(name);
  return (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="date"
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            onChange();
          }}
        />
      )}
    </Field>
  );
}

function labelOf(tried: string): string {
  const words = tried
    .replaceAll(/ (?:of|to|from)? ?\{account\}/gu, "")
    .replaceAll(/ ?\{\w+\}/gu, "");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
