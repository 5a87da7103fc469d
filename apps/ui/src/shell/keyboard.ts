/** Runs the command of each key press that is not meant for something else. */

import { useEffect } from "preact/hooks";

import { commands } from "../model/commands.ts";
import { matchPress, nameOf } from "../model/key-match.ts";
import { singleKeys } from "../model/single-keys.ts";

/** Longest time between two keys of a sequence. */
const SEQUENCE_MILLISECONDS = 1500;
const BARE_KEYS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);
const TYPED_IN =
  "input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable]";

export function useKeyboard(): void {
  useEffect(() => {
    let pending = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || BARE_KEYS.has(event.key)) return;
      const name = nameOf(event);
      if (!isForCommands(event, name)) return;
      const match = matchPress(commands.value, pending, name);
      pending = match.pending;
      clearTimeout(timer);
      if (pending !== "") timer = setTimeout(() => (pending = ""), SEQUENCE_MILLISECONDS);
      if (match.command === undefined) return;
      event.preventDefault();
      match.command.run();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

function isForCommands({ target }: KeyboardEvent, name: string): boolean {
  if (document.querySelector("dialog[open]") !== null) return false;
  if (name.startsWith("mod+")) return true;
  if (!singleKeys.value) return false;
  const element = target instanceof Element ? target : undefined;
  if (element?.matches(TYPED_IN) === true) return false;
  // These two already do something on a button and a link.
  const isPressed = name === "Enter" || name === " ";
  return !isPressed || !(element?.closest("a,button,summary") instanceof Element);
}
