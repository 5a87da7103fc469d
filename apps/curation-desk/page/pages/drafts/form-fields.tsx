/** The fields of a market specification, each with its bound as one types. */

import { Card, Field } from "@bourse/ui";
import type { ComponentChildren } from "preact";

import { characters } from "../../model/characters.ts";
import type { Fault } from "../../model/draft-checks.ts";
import { AMOUNTS, NUMBERS, TIMES, type DraftForm, type FormField } from "../../model/draft-form.ts";
import { fromLocalInput } from "../../model/local-time.ts";
import { timeAndDistance } from "../../model/time.ts";
import { percentText } from "../../model/units.ts";
import { OutcomeRows, SourceRows } from "./rows.tsx";

export interface FormFieldsProps {
  readonly form: DraftForm;
  readonly onChange: (form: DraftForm) => void;
  readonly faults: readonly Fault[];
  /** True once a submission was tried: then empty fields show what they lack too. */
  readonly tried: boolean;
  /** Changes that a curator asked for, by field. */
  readonly requested: Readonly<Record<string, string>>;
}

const LABELS: Readonly<Partial<Record<FormField, readonly [string, string]>>> = {
  open_at: ["Opens", "When trading begins; empty: on approval."],
  lock_at: ["Closes", "When trading ends."],
  resolution_deadline: ["Decided by", "When the outcome is known at the latest."],
  trading_fee_bps: ["Trading fee", "In basis points (0.01 %), 0–500; empty: 200, 2 %."],
  settlement_fee_bps: ["Settlement fee", "In basis points, 0–500; empty: 100, 1 %."],
  fee_split_lp_bps: ["… for liquidity", "Part of the trading fee; empty: 100."],
  fee_split_creator_bps: ["… for you", "Part of the trading fee; empty: 50."],
  fee_split_treasury_bps: ["… for the treasury", "Part of the trading fee; empty: 50."],
  dispute_window_hours: [
    "Dispute window",
    "Hours in which a resolution can be disputed; empty: 72.",
  ],
  creator_stake: ["Your stake", "In the token's smallest unit."],
  proof_bounty: ["Bounty for a proof", "In the token's smallest unit."],
  dispute_bond_minimum: ["Smallest dispute bond", "In the token's smallest unit."],
};

export function FormFields(props: FormFieldsProps) {
  const { form, onChange } = props;
  const { faultOf, remarkOf } = tellers(props);
  const set = (name: FormField, value: string): void => onChange({ ...form, [name]: value });

  const text = (name: FormField, label: string, rows: number, max: number, hint: string) => (
    <TextArea
      label={label}
      rows={rows}
      max={max}
      hint={hint}
      value={form[name]}
      fault={faultOf(name)}
      remark={remarkOf(name)}
      onInput={(value) => set(name, value)}
    />
  );
  const input = (name: FormField, isTime: boolean) => (
    <div key={name}>
      <ShortInput
        name={name}
        isTime={isTime}
        value={form[name]}
        fault={faultOf(name)}
        onInput={(value) => set(name, value)}
      />
      {remarkOf(name)}
    </div>
  );
  return (
    <>
      <Card title="Question" wide>
        {text(
          "question_text",
          "Question",
          2,
          500,
          "One that the sources answer by a date: Will … by …?",
        )}
        {text("summary", "Summary", 2, 500, "For lists.")}
        {text("topic_tags", "Topics", 1, 0, "Up to 20, separated by commas.")}
      </Card>
      <Card title="Outcomes" wide>
        <OutcomeRows {...props} faultOf={faultOf} />
        {remarkOf("outcomes")}
      </Card>
      <Card title="Resolution" wide>
        {input("resolution_deadline", true)}
        <SourceRows {...props} faultOf={faultOf} />
        {remarkOf("resolution_sources")}
        {text(
          "trigger_condition",
          "Decided when",
          2,
          5000,
          "The exact condition, such as a closing value.",
        )}
        {text("fallback_logic", "If the sources fail", 2, 5000, "What counts instead.")}
        {text("invalidation_clause", "Invalid when", 2, 5000, "When stakes go back.")}
      </Card>
      <Card title="Times, fees and stakes" wide>
        <p class="hint">All of these have defaults; most drafts leave them as they are.</p>
        <div class="grid">
          {TIMES.slice(0, 2).map((name) => input(name, true))}
          {[...NUMBERS, ...AMOUNTS].map((name) => input(name, false))}
        </div>
      </Card>
      <Card title="Further reading" wide>
        {text("external_links", "Links", 2, 0, "One http or https address a line, up to 20.")}
        {text("primary_sources", "Primary sources", 2, 0, "One a line, up to 20.")}
      </Card>
    </>
  );
}

interface ShortInputProps {
  readonly name: FormField;
  /** True for a local time, whose hint is the time in UTC. */
  readonly isTime: boolean;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onInput: (value: string) => void;
}

function ShortInput({ name, isTime, value, fault, onInput }: ShortInputProps) {
  const [label, text] = LABELS[name] ?? [name, ""];
  const hint = isTime ? `${text} In your zone.` : text;
  const zone = isTime ? fromLocalInput(value) : undefined;
  return (
    <Field
      label={label}
      hint={zone === undefined ? `${hint}${percentHint(name, value)}` : timeAndDistance(zone)}
      fault={fault}
    >
      {(ties) => (
        <input
          {...ties}
          // Each type of input has a type of its own; what is given here fits both.
          type={(isTime ? "datetime-local" : "text") as "text"}
          inputMode="numeric"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Basis points as percent, as one types them. */
function percentHint(name: FormField, value: string): string {
  const isPoints = name.endsWith("_bps") && /^\d+$/.test(value.trim());
  return isPoints ? ` That is ${percentText(Number(value))}.` : "";
}

/** The texts below each field. */
function tellers({ form, faults, tried, requested }: FormFieldsProps) {
  const faultOf = (path: string): string | undefined => {
    const found = faults.find(
      ({ field }) => field === path || (isListText(path) && field.startsWith(`${path}.`)),
    );
    if (found === undefined) return undefined;
    const isEmpty = form[path as FormField] === "";
    return found.blocks === "save" || tried || !isEmpty ? found.message : undefined;
  };
  const remarkOf = (name: string): ComponentChildren =>
    Object.hasOwn(requested, name) ? (
      <p class="remark">
        <span class="strong">The curator asks:</span> {requested[name]}
      </p>
    ) : null;
  return { faultOf, remarkOf };
}

/** Lists that are one text here, so that the fault of an item is the fault of the field. */
function isListText(path: string): boolean {
  return path === "topic_tags" || path === "external_links" || path === "primary_sources";
}

interface TextAreaProps {
  readonly label: string;
  readonly rows: number;
  /** Longest text in characters, counted beside the hint; 0 for one that is not counted. */
  readonly max: number;
  readonly hint: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly remark: ComponentChildren;
  readonly onInput: (value: string) => void;
}

function TextArea({ label, rows, max, hint, value, fault, remark, onInput }: TextAreaProps) {
  const count = max === 0 || value === "" ? "" : ` ${characters(value).all} of ${max}`;
  return (
    <>
      <Field label={label} hint={`${hint}${count}`} fault={fault}>
        {(ties) => (
          <textarea
            {...ties}
            rows={rows}
            dir="auto"
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
      {remark}
    </>
  );
}
