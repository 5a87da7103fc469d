/** A filter of a list: one of a few values, or all. */

interface ChoiceFilterProps {
  readonly id: string;
  readonly label: string;
  /** The empty text for all. */
  readonly value: string;
  /** Texts by their values. */
  readonly choices: Readonly<Record<string, string>>;
  /** Text of the empty value. Default "all". */
  readonly all?: string;
  readonly onChange: (value: string) => void;
}

export function ChoiceFilter({
  id,
  label,
  value,
  choices,
  all = "all",
  onChange,
}: ChoiceFilterProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries({ "": all, ...choices }).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
