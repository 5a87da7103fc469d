/** Questions on the terminal that are answered by yes or no. */

import { createInterface } from "node:readline";

/** Asks a question that is answered by yes or no. */
export type AskYesOrNo = (question: string) => Promise<boolean>;

/** A question on the terminal; undefined when input or output is none. Only `y` and `yes` are a yes. */
export function terminalQuestion(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  output: NodeJS.WritableStream & { readonly isTTY?: boolean },
): AskYesOrNo | undefined {
  if (input.isTTY !== true || output.isTTY !== true) return undefined;
  return (question) =>
    new Promise((resolve) => {
      const lines = createInterface({ input, output });
      // Ctrl-D and Ctrl-C close it without an answer.
      lines.once("close", () => resolve(false));
      lines.question(question, (answer) => {
        resolve(/^y(?:es)?$/i.test(answer.trim()));
        lines.close();
      });
    });
}
