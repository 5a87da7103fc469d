/** A labelled length of a candle: one of the usual ones, or any other that is written. */

import { Field } from "@bourse/ui";

import { intervalFault, intervalName, INTERVALS } from "../model/intervals.ts";

interface IntervalFieldProps {
  readonly label?: string;
  readonly value: string;
  /** Fault of the length for what it is chosen for. Default: none but that it is no length. */
  readonly fault?: string | undefined;
  /** Called when the field is left, a choice is made or the form is sent. */
  readonly onChange: (value: string) => void;
}

export function IntervalField({ label = "Candle", value, fault, onChange }: IntervalFieldProps) {
  const id = `intervals of ${label}`.replaceAll(" ", "-");
  return (
    <Field label={label} hint={intervalName(value)} fault={intervalFault(value) ?? fault}>
      {(ties) => (
        <>
          <input
            {...ties}
            list={id}
            autocomplete="off"
            spellcheck={false}
            value={value}
            onChange={(event) => {
              const text = event.currentTarget.value.trim();
              if (text !== "") onChange(text);
              else event.currentTarget.value = value;
            }}
          />
          <datalist id={id}>
            {INTERVALS.map((interval) => (
              <option key={interval} value={interval}>
                {intervalName(interval)}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
