/** A labelled address of the chain. */

import { Field } from "@bourse/ui";

interface AddressFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault: string | undefined;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function AddressField({ label, hint, fault, value, onInput }: AddressFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <input
          {...ties}
          value={value}
          spellcheck={false}
          autocomplete="off"
          placeholder="0x…"
          onInput={(event) => onInput(event.currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}
