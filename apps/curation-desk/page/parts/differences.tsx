/** The changes between two versions of a draft, field by field and word by word. */

import type { Draft, FieldChange } from "@bourse/contract/curation";
import { Card, Notice, setQuery, place } from "@bourse/ui";

import { useLoaded } from "../model/loaded.ts";
import { drafts, review } from "../model/service.ts";
import { fieldName } from "../model/units.ts";
import { valueOf } from "./specification.tsx";
import { Words } from "./words.tsx";

interface DifferencesProps {
  readonly draft: Draft;
  readonly source: "own" | "review";
  /** Version about which a curator decided last; undefined before the first decision. */
  readonly since: number | undefined;
}

export function Differences({ draft, source, since }: DifferencesProps) {
  const { id, version } = draft;
  const to = chosenVersion("to", version, version);
  const isReviewed = since !== undefined && since < to;
  const from = chosenVersion("from", isReviewed ? since : to - 1, version);
  const calls = { params: { id }, query: { from, to } };
  const changes = useLoaded(`${id} ${from} ${to}`, (signal) =>
    source === "own" ? drafts.draftDiff(calls, { signal }) : review.reviewDiff(calls, { signal }),
  );
  return (
    <Card
      title={isReviewed && from === since ? "Changed since the last review" : "Differences"}
      aside={
        <span class="versions">
          <VersionChoice label="From version" name="from" value={from} count={version} />→
          <VersionChoice label="To version" name="to" value={to} count={version} />
        </span>
      }
    >
      {changes.problem !== undefined && <Notice kind="poor">{changes.problem}</Notice>}
      <div class={changes.stale ? "stale" : undefined}>
        {changes.value?.map((change) => (
          <Change key={change.field} {...change} />
        ))}
        {changes.value?.length === 0 && <p class="hint">The two versions say the same.</p>}
      </div>
    </Card>
  );
}

function Change({ field, old_value, new_value, change_type }: FieldChange) {
  const isText = typeof old_value === "string" && typeof new_value === "string";
  return (
    <section class="change">
      <h3>
        {fieldName(field)} <span class="hint">{change_type}</span>
      </h3>
      {isText ? (
        <p dir="auto">
          <Words before={old_value} after={new_value} />
        </p>
      ) : (
        <>
          {old_value !== null && <del class="block breaking">{valueOf(field, old_value)}</del>}
          {new_value !== null && <ins class="block breaking">{valueOf(field, new_value)}</ins>}
        </>
      )}
    </section>
  );
}

interface VersionChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: number;
  readonly count: number;
}

function VersionChoice({ label, name, value, count }: VersionChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
    >
      {Array.from({ length: count }, (_, at) => (
        <option key={at} value={at + 1}>
          {at + 1}
        </option>
      ))}
    </select>
  );
}

/** A version in the address, as far as the draft has it. */
function chosenVersion(name: string, otherwise: number, count: number): number {
  const chosen = Number(place.value.query[name]);
  return Number.isInteger(chosen) && chosen >= 1 && chosen <= count ? chosen : otherwise;
}
