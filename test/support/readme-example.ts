/** The first example of a package's README, and a process that runs it. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { childVariables } from "./child-variables.ts";

/** Example of a README. */
export interface ReadmeExample {
  readonly code: string;
  /** Output that the README shows; empty when it shows none. */
  readonly output: string;
}

/** Reads the first example of the README in `folder`. @throws Error for a README without one */
export function readmeExample(folder: string): ReadmeExample {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const block = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)?.[1] ?? "";
  const code = block("ts");
  if (code === "") throw new Error(`${folder}/README.md has no example in TypeScript.`);
  return { code, output: block("text") };
}

/**
 * Runs TypeScript as a module of the package in `folder`, against the sources of the workspace. Resolves with its
 * standard output; rejects when it fails or writes to standard error.
 */
export async function runInPackage(folder: string, code: string): Promise<string> {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...flags, "--input-type=module-typescript", "-e", code],
    { cwd: folder, env: { ...childVariables(), NO_COLOR: "1" } },
  );
  if (stderr !== "") throw new Error(`The example wrote to standard error: ${stderr}`);
  return stdout;
}
