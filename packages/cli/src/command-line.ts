/** `bourse` as a process. */

import { runBourse } from "./run-bourse.ts";

const code = await runBourse(process.argv.slice(2), {
  stdout: console.log,
  stderr: console.error,
});
if (code !== undefined) process.exitCode = code;
