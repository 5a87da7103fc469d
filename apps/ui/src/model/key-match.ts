/** Which command a key press means, sequences such as `g r` included. */

import type { Command } from "./commands.ts";

/** The members of a `KeyboardEvent` that are read. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export interface Match {
  readonly command?: Command;
  /** The keys of a sequence so far; empty when none is under way. */
  readonly pending: string;
}

/** The name of a press: `j`, `?`, `Enter`, `mod+k`. Shift is in the letter's case. */
export function nameOf({ key, ctrlKey, metaKey, altKey }: Press): string {
  const plain = ctrlKey || metaKey ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "mod+" : ""}${altKey ? "alt+" : ""}${plain}`;
}

/** The newest command of these keys; a press that does not go on with a sequence begins anew. */
export function matchPress(commands: readonly Command[], pending: string, name: string): Match {
  const keys = pending === "" ? name : `${pending} ${name}`;
  const command = commands.findLast((one) => one.keys === keys);
  if (command !== undefined) return { command, pending: "" };
  if (commands.some((one) => one.keys?.startsWith(`${keys} `))) return { pending: keys };
  return pending === "" ? { pending: "" } : matchPress(commands, "", name);
}
