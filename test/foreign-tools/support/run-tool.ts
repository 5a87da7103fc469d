/** A program of this package, run to its end. */

import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The output of a program, and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The path of a package's file. */
export function fileOf(name: string, file: string): string {
  const folders = require.resolve.paths(name) ?? [];
  const [manifest] = folders.flatMap((folder) => {
    try {
      return [require.resolve(join(folder, name, "package.json"))];
    } catch {
      return [];
    }
  });
  if (manifest === undefined) throw new Error(`${name} is not installed`);
  return join(dirname(manifest), file);
}

/** Runs a script of a package, without its telemetry and its look for newer versions. */
export function runTool(
  script: string,
  args: readonly string[],
  cwd: string = import.meta.dirname,
): Promise<Outcome> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    DO_NOT_TRACK: "1",
    NO_COLOR: "1",
  };
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 2 ** 28 };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}
