/** A password or key as it is typed, which can be looked at. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { Field } from "./field.tsx";

interface SecretInputProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly autocomplete: "current-password" | "new-password" | "off";
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
}

export function SecretInput({
  label,
  value,
  onInput,
  autocomplete,
  hint,
  fault,
}: SecretInputProps) {
  const [seen, setSeen] = useState(false);
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <div class="beside">
          <input
            {...ties}
            // Each type of input has a type of its own; what is given here fits both.
            type={(seen ? "text" : "password") as "password"}
            autocomplete={autocomplete}
            spellcheck={false}
            required
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <button
            type="button"
            class="second"
            aria-pressed={seen}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setSeen(!seen)}
          >
            {seen ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}
