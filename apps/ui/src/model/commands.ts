/** Everything that can be done from the keyboard: one list for the keys, their sheet and the palette. */

import { signal, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Command {
  /** Words for the palette and the sheet of keys: "Go to runs". */
  readonly label: string;
  /** One key (`?`, `j`, `Enter`), a sequence (`g r`), or one with Control or Command (`mod+k`). Default: none. */
  readonly keys?: string;
  /** Heading in the sheet of keys. Default "This page". */
  readonly group?: string;
  /** True for what makes no sense in the palette, such as "Next row". */
  readonly isKeyOnly?: boolean;
  readonly run: () => void;
}

const list = signal<readonly Command[]>([]);

/** The commands in force; a later one takes the keys of an earlier one. */
export const commands: ReadonlySignal<readonly Command[]> = list;

/** Adds commands; the answer takes them away again. */
export function addCommands(added: readonly Command[]): () => void {
  list.value = [...list.peek(), ...added];
  return () => {
    list.value = list.peek().filter((command) => !added.includes(command));
  };
}

/** Commands for as long as a part is shown. Their functions may change with each drawing. */
export function useCommands(wanted: readonly Command[]): void {
  const latest = useRef(wanted);
  latest.current = wanted;
  const identity = JSON.stringify(
    wanted.map(({ label, keys, group, isKeyOnly }) => [label, keys, group, isKeyOnly]),
  );
  // Before the next key: the places of the functions change with the drawing.
  useLayoutEffect(
    () =>
      addCommands(
        latest.current.map((command, at) => ({
          ...command,
          run: () => latest.current[at]?.run(),
        })),
      ),
    [identity],
  );
}
