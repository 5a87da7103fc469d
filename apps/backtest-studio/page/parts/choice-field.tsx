/** A labelled choice of one of a few values. */

import { Field } from "@bourse/ui";

interface ChoiceFieldProps {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly value: string;
  readonly choices: readonly (readonly [value: string | number, text: string])[];
  readonly onChange: (value: string) => void;
}

export function ChoiceField(props: ChoiceFieldProps) {
  const { label, hidesLabel, hint, fault, value, choices, onChange } = props;
  return (
    <Field label={label} hidesLabel={hidesLabel} hint={hint} fault={fault}>
      {(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {choices.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
