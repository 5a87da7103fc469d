/** A choice of the reader that this browser keeps, where it keeps anything. */

import { signal, type Signal } from "@preact/signals";

export interface KeptChoice<T extends string> {
  readonly value: Signal<T>;
  readonly choose: (value: T) => void;
}

/** The choice kept under `name`; `choices[0]` before any was made. */
export function keptChoice<T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): KeptChoice<T> {
  const value = signal(choices.find((one) => one === read(name)) ?? choices[0]);
  const choose = (chosen: T): void => {
    value.value = chosen;
    try {
      localStorage.setItem(name, chosen);
    } catch {
      // A browser that keeps nothing: the choice holds until the page is closed.
    }
  };
  return { value, choose };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
