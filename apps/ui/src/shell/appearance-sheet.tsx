/** The settings of the colours. */

import { contrast, CONTRASTS, theme, THEMES } from "../model/appearance.ts";
import type { KeptChoice } from "../model/kept-choice.ts";
import { Dialog } from "../parts/dialog.tsx";

export function AppearanceSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Appearance" onClose={onClose}>
      <Choices legend="Theme" names={THEMES} kept={theme} />
      <Choices legend="Contrast" names={CONTRASTS} kept={contrast} />
    </Dialog>
  );
}

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly names: Readonly<Record<T, string>>;
  readonly kept: KeptChoice<T>;
}

function Choices<T extends string>({ legend, names, kept }: ChoicesProps<T>) {
  return (
    <fieldset class="ticks">
      <legend>{legend}</legend>
      {(Object.entries(names) as [T, string][]).map(([value, name]) => (
        <label class="check" key={value}>
          <input
            type="radio"
            name={legend}
            checked={kept.value.value === value}
            onChange={() => kept.choose(value)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
