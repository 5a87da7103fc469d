/** `bourse` as a process; nothing else of this package reads the environment. */

import { runBourse } from "./run-bourse.ts";
import { askSecret } from "./terminal/ask-secret.ts";
import { terminalQuestion } from "./terminal/terminal-question.ts";

const { argv, stdin, stderr } = process;

const code = await runBourse(argv.slice(2), {
  variables: process.env,
  stdout: console.log,
  stderr: console.error,
  progress: stderr.isTTY ? drawProgress : () => undefined,
  askYesOrNo: terminalQuestion(stdin, stderr),
  askSecret: stdin.isTTY
    ? (question) => askSecret({ input: stdin, output: stderr }, question)
    : undefined,
});
if (code !== undefined) process.exitCode = code;

/** One line that is drawn over; wiped by an empty text. */
function drawProgress(text: string): void {
  stderr.write(`\r\u001b[K${text}`);
}
