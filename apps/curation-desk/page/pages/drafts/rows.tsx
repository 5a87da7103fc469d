/** The two lists of a specification: its outcomes, and the sources that decide it. */

import { Field } from "@bourse/ui";

import type { DraftForm, SourceRow } from "../../model/draft-form.ts";

interface RowsProps {
  readonly form: DraftForm;
  readonly onChange: (form: DraftForm) => void;
  readonly faultOf: (path: string) => string | undefined;
}

const MOST_OUTCOMES = 100;
const MOST_SOURCES = 20;

export function OutcomeRows({ form, onChange, faultOf }: RowsProps) {
  const { outcomes } = form;
  const change = (at: number, part: object): void =>
    onChange({
      ...form,
      outcomes: outcomes.map((row, index) => (index === at ? { ...row, ...part } : row)),
    });
  return (
    <>
      {outcomes.map((row, at) => (
        <div class="row-edit" key={at}>
          <Field label={`Outcome ${at + 1}`} fault={faultOf(`outcomes.${at}.label`)}>
            {(ties) => (
              <input
                {...ties}
                dir="auto"
                value={row.label}
                onInput={(event) => change(at, { label: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={`Payout weight ${at + 1}`} fault={faultOf(`outcomes.${at}.payout_weight`)}>
            {(ties) => (
              <input
                {...ties}
                inputMode="decimal"
                placeholder="1"
                value={row.weight}
                onInput={(event) => change(at, { weight: event.currentTarget.value })}
              />
            )}
          </Field>
          <button
            type="button"
            class="second danger"
            aria-label={`Remove outcome ${at + 1}`}
            onClick={() =>
              onChange({ ...form, outcomes: outcomes.filter((_, index) => index !== at) })
            }
          >
            Remove
          </button>
        </div>
      ))}
      <p class="fault">{faultOf("outcomes")}</p>
      {outcomes.length < MOST_OUTCOMES && (
        <button
          type="button"
          class="second"
          onClick={() =>
            onChange({ ...form, outcomes: [...outcomes, { label: "", weight: "", rest: {} }] })
          }
        >
          Add an outcome
        </button>
      )}
    </>
  );
}

const TYPES: readonly SourceRow["type"][] = ["api", "webpage", "rss"];

export function SourceRows({ form, onChange, faultOf }: RowsProps) {
  const { resolution_sources: sources } = form;
  const put = (rows: readonly SourceRow[]): void => onChange({ ...form, resolution_sources: rows });
  const change = (at: number, part: object): void =>
    put(sources.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div class="field">
      {sources.map((row, at) => (
        <div class="row-edit" key={at}>
          <Field label={`Source ${at + 1}`} fault={faultOf(`resolution_sources.${at}.source_url`)}>
            {(ties) => (
              <input
                {...ties}
                type="url"
                placeholder="https://…"
                value={row.url}
                onInput={(event) => change(at, { url: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={`Kind of source ${at + 1}`}>
            {(ties) => (
              <select
                {...ties}
                value={row.type}
                onChange={(event) => change(at, { type: event.currentTarget.value })}
              >
                {TYPES.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </select>
            )}
          </Field>
          <button
            type="button"
            class="second danger"
            aria-label={`Remove source ${at + 1}`}
            onClick={() => put(sources.filter((_, index) => index !== at))}
          >
            Remove
          </button>
        </div>
      ))}
      {sources.length === 0 && (
        <p class="hint">No source decides this market yet; curators look for one first.</p>
      )}
      <p class="fault">{faultOf("resolution_sources")}</p>
      {sources.length < MOST_SOURCES && (
        <button
          type="button"
          class="second"
          onClick={() => put([...sources, { url: "", type: "api", rest: {} }])}
        >
          Add a source
        </button>
      )}
    </div>
  );
}
