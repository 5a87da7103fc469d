/** `bourse-mock`: the process around the command. */

import { createRequire } from "node:module";

import { runMockCommand } from "./run-mock-command.ts";

const { version } = createRequire(import.meta.url)("@bourse/mock/package.json") as {
  readonly version: string;
};
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stop.abort());
}
process.exitCode = await runMockCommand(process.argv.slice(2), {
  version,
  print: console.log,
  printError: console.error,
  stop: stop.signal,
});
