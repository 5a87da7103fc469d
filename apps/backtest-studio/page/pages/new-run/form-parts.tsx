/** Parts of the form of a new run: a card that folds, a text, a choice, and a group that is switched on as a whole. */

import { Field } from "@bourse/ui";
import type { ComponentChildren } from "preact";

import { ChoiceField } from "../../parts/choice-field.tsx";
import type { Form } from "./form.ts";

interface FoldProps {
  readonly title: string;
  /** Purpose of the card, which is read while it is closed. */
  readonly hint: string;
  /** Number of its fields that have a text: with one it is open. */
  readonly given: number;
  readonly children: ComponentChildren;
}

/** A card that few need, closed until something in it is set. */
export function Fold({ title, hint, given, children }: FoldProps) {
  return (
    <details class="card fold" open={given > 0}>
      <summary>
        <h2>{title}</h2> <span class="hint">{given > 0 ? `${given} set` : hint}</span>
      </summary>
      {children}
    </details>
  );
}

/** Number of the fields of these names that have a text. */
export function givenOf({ texts }: Form, names: readonly string[]): number {
  return names.filter((name) => (texts[name] ?? "") !== "").length;
}

interface SwitchProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Text that switches it off. Default: none, as for what is off unless it is asked for. */
  readonly off?: string;
  readonly form: Form;
  readonly children: ComponentChildren;
}

/** A part of the request that is on or off as a whole, with its own fields. */
export function Switch({ name, label, hint, off = "", form, children }: SwitchProps) {
  const isOn = form.texts[name] === "yes";
  return (
    <fieldset class="group switch">
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => form.set(name, event.currentTarget.checked ? "yes" : off)}
        />
        <b>{label}</b>
      </label>
      <p class="hint">{hint}</p>
      {isOn && <div class="fields">{children}</div>}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly values: readonly (readonly [value: string, text: string])[];
  readonly standard: string;
  readonly form: Form;
}

export function Choice({ name, label, hint, values, standard, form }: ChoiceProps) {
  return (
    <ChoiceField
      label={label}
      hint={hint}
      fault={form.faults[name]}
      value={form.texts[name] ?? ""}
      choices={[["", standard], ...values]}
      onChange={(value) => form.set(name, value)}
    />
  );
}

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly form: Form;
}

export function Text({ name, label, hint, form }: TextProps) {
  return (
    <Field label={label} hint={hint} fault={form.faults[name]}>
      {(ties) => (
        <input
          {...ties}
          autocomplete="off"
          spellcheck={false}
          value={form.texts[name] ?? ""}
          onInput={(event) => form.set(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
