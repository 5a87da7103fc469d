/** A question on the terminal whose answer is not shown. */

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

/** Asks and reads one line without an echo. Resolves to undefined at Ctrl-C. */
export function askSecret(
  { input, output }: Terminal,
  question: string,
): Promise<string | undefined> {
  output.write(question);
  input.setRawMode(true);
  const decoder = new TextDecoder();
  let typed: string[] = [];
  return new Promise((resolve) => {
    const end = (answer: string | undefined): void => {
      input.off("data", read);
      input.setRawMode(false);
      input.pause();
      output.write("\n");
      resolve(answer);
    };
    const read = (bytes: Uint8Array): void => {
      for (const character of decoder.decode(bytes, { stream: true })) {
        if (ENTER.has(character)) return end(typed.join(""));
        if (character === CTRL_C) return end(undefined);
        if (BACKSPACE.has(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    input.on("data", read);
    input.resume();
  });
}
