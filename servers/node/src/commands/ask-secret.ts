/** A question on the terminal whose answer is not shown. */

import { NodeServerError } from "../errors.ts";

/** The part of a terminal that a question needs. */
export interface Terminal {
  readonly input: {
    setRawMode(isRaw: boolean): unknown;
    resume(): unknown;
    pause(): unknown;
    on(event: "data", listener: (bytes: Uint8Array) => void): unknown;
    off(event: "data", listener: (bytes: Uint8Array) => void): unknown;
  };
  readonly output: { write(text: string): unknown };
}

const ENTER = new Set(["\r", "\n", "\u0004"]);
const BACKSPACE = new Set(["\u007f", "\b"]);
const CTRL_C = "\u0003";

/**
 * Asks and reads one line without an echo.
 *
 * @throws NodeServerError SETTINGS_CONFLICT at Ctrl-C
 */
export function askSecret({ input, output }: Terminal, question: string): Promise<string> {
  output.write(question);
  input.setRawMode(true);
  const decoder = new TextDecoder();
  let typed: string[] = [];
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      input.off("data", read);
      input.setRawMode(false);
      input.pause();
      output.write("\n");
      settle();
    };
    const read = (bytes: Uint8Array): void => {
      for (const character of decoder.decode(bytes, { stream: true })) {
        if (ENTER.has(character)) return end(() => resolve(typed.join("")));
        if (character === CTRL_C) {
          return end(() =>
            reject(new NodeServerError("SETTINGS_CONFLICT", "Stopped; nothing was changed.")),
          );
        }
        if (BACKSPACE.has(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    input.on("data", read);
    input.resume();
  });
}
