/** The command palette: everything that can be done here, found by its words (ARIA combobox with a listbox). */

import { useId, useState } from "preact/hooks";

import { commands, type Command } from "../model/commands.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Keys } from "./key-sheet.tsx";

const MOST_SHOWN = 50;

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = search(commands.value, words).slice(0, MOST_SHOWN);
  const chosen = Math.min(at, found.length - 1);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    // The dialog gives the focus back first, so that the command may take it.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === "Enter") run(found[chosen]);
    else if (step !== undefined) setAt((chosen + step + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="plain choices" role="listbox" id={id} aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={`${command.label}${command.keys}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(command)}
          >
            <span dir="auto">{command.label}</span>
            {command.keys !== undefined && <Keys keys={command.keys} />}
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {found.length === 0 ? "No command has these words." : ""}
      </p>
    </Dialog>
  );
}

/** Commands that have every word; those of the page, which have no group, stand first. */
function search(all: readonly Command[], words: string): readonly Command[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  return all
    .filter(({ isKeyOnly }) => isKeyOnly !== true)
    .filter(({ label }) => wanted.every((word) => label.toLowerCase().includes(word)))
    .toSorted((one, other) => Number(one.group !== undefined) - Number(other.group !== undefined));
}
