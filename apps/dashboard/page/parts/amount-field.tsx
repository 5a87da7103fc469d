/** A labelled amount of a token, as it is typed. */

import { Field } from "@bourse/ui";

interface AmountFieldProps {
  readonly hint?: string | undefined;
  readonly fault: string | undefined;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function AmountField({ hint, fault, value, onInput }: AmountFieldProps) {
  return (
    <Field label="Amount" hint={hint} fault={fault}>
      {(ties) => (
        <input
          {...ties}
          value={value}
          inputMode="decimal"
          autocomplete="off"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
