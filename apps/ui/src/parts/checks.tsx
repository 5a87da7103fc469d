/** Several of a few things, chosen by ticks, each with a sentence on it. */

interface ChecksProps<Name extends string> {
  readonly legend: string;
  /** Sentences by the names that are chosen from. */
  readonly choices: Readonly<Record<Name, string>>;
  readonly chosen: readonly Name[];
  readonly onChange: (chosen: readonly Name[]) => void;
}

export function Checks<Name extends string>(props: ChecksProps<Name>) {
  const { legend, choices, chosen, onChange } = props;
  const names = Object.keys(choices).map((name) => name as Name);
  return (
    <fieldset class="ticks">
      <legend>{legend}</legend>
      <div class="checks">
        {names.map((one) => (
          <div key={one}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(one)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...chosen, one]
                      : chosen.filter((other) => other !== one),
                  )
                }
              />
              {one}
            </label>
            <p class="hint">{choices[one]}</p>
          </div>
        ))}
      </div>
      {chosen.length === 0 && <p class="fault">Choose at least one.</p>}
    </fieldset>
  );
}
