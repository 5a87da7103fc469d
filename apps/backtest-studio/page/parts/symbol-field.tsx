/** A labelled symbol, which is in capitals. */

import { Field } from "@bourse/ui";

interface SymbolFieldProps {
  /** Default "Symbol". */
  readonly label?: string;
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function SymbolField({ label = "Symbol", hint, value, onInput }: SymbolFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(ties) => (
        <input
          {...ties}
          value={value}
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value.toUpperCase())}
        />
      )}
    </Field>
  );
}
