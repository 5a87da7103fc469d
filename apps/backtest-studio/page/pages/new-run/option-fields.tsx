/** The options of the engine, as the contract lists them, in groups that fold. */

import { Field, spaced } from "@bourse/ui";

import type { RequestField } from "../../model/request-field.ts";
import { REQUEST_FIELDS } from "../../model/request-fields.ts";
import { canVary, type RunKind } from "../../model/request-form.ts";
import type { Form } from "./form.ts";

const GROUPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Capital and costs", /^(initial_capital|[a-z]+_fee|fee_tiers|slippage|borrow_rate)$/u],
  ["Stops and targets", /^(stop_|take_|trailing_stop)/u],
  [
    "Size and leverage",
    /^(position_|pyramiding|lot_|tick_|minimum_|leverage|contract|rolls$|maintenance_)/u,
  ],
  ["Slippage in detail", /slippage/u],
  ["Sessions", /^(calendar|flat_)/u],
  ["Other programs' rules", /^compatibility/u],
  ["Signals and range", /^/u],
];

/** The group of a field: the first whose pattern fits. */
function groupOf({ name }: RequestField): string {
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? "";
}

interface OptionFieldsProps {
  readonly kind: RunKind;
  readonly form: Form;
}

export function OptionFields({ kind, form }: OptionFieldsProps) {
  return (
    <>
      {kind !== "backtest" && (
        <p class="hint">
          Options take several values, too: <code>0.01, 0.02, none</code> or{" "}
          <code>0.01..0.05/0.01</code>.
        </p>
      )}
      {GROUPS.map(([group], at) => {
        const fields = REQUEST_FIELDS.filter((field) => groupOf(field) === group);
        const given = fields.filter(({ name }) => (form.texts[`o.${name}`] ?? "") !== "").length;
        return (
          <details key={group} class="group" open={at === 0 || given > 0}>
            <summary>
              {group}
              {given > 0 && <span class="hint"> · {given} set</span>}
            </summary>
            <div class="fields">
              {fields.map((field) => (
                <Option key={field.name} field={field} kind={kind} form={form} />
              ))}
            </div>
          </details>
        );
      })}
    </>
  );
}

interface OptionProps {
  readonly field: RequestField;
  readonly kind: RunKind;
  readonly form: Form;
}

function Option({ field, kind: run, form }: OptionProps) {
  const { name, kind, values, text: hint } = field;
  const key = `o.${name}`;
  const text = form.texts[key] ?? "";
  const choices = kind === "boolean" ? ["yes", "no"] : values;
  const isSeveral = run !== "backtest" && canVary(field);
  const standard = field.default === undefined ? "default" : String(field.default);
  return (
    <Field label={labelOf(name)} hint={<Described text={hint} />} fault={form.faults[key]}>
      {(ties) =>
        choices === undefined || isSeveral ? (
          <input
            {...ties}
            inputMode={kind === "array" || kind === "string" || isSeveral ? "text" : "decimal"}
            autocomplete="off"
            spellcheck={false}
            placeholder={choices === undefined ? standard : choices.join(", ")}
            value={text}
            onInput={(event) => form.set(key, event.currentTarget.value)}
          />
        ) : (
          <select
            {...ties}
            value={text}
            onChange={(event) => form.set(key, event.currentTarget.value)}
          >
            <option value="">default</option>
            {choices.map((value) => (
              <option key={value} value={value}>
                {spaced(value)}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}

/** A description of the contract, whose names stand between backticks. */
function Described({ text }: { readonly text: string }) {
  return (
    <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
  );
}

/** `trailing_stop.distance` as `trailing stop: distance`. */
function labelOf(name: string): string {
  return spaced(name).replace(".", ": ").replace(" pct", "");
}
