/** `bourse-conformance` as a process. */

import { runConformance } from "./run-conformance.ts";

process.exitCode = await runConformance(process.argv.slice(2), {
  stdout: console.log,
  stderr: console.error,
});
