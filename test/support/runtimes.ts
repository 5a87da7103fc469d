/** The binaries of the runtimes that programs are tried on: they are installed apart, by `.ci/run`. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import type { RUNTIME_NAMES } from "./platforms.ts";
import { isLongRun } from "./rounds.ts";
import { root } from "./workspace.ts";

/** Folder of the binaries. */
export const BINARIES: string = join(root, "test/platforms/node_modules");

/** The platforms by their rows in docs/support.md, as commands that run a file. */
export const RUNTIMES: Readonly<Record<(typeof RUNTIME_NAMES)[number], readonly string[]>> = {
  "Node.js 22.19": [join(BINARIES, "node-22/bin/node")],
  "Node.js 24": [join(BINARIES, "node-24/bin/node")],
  Bun: [join(BINARIES, "@oven/bun-linux-x64/bin/bun")],
  Deno: [join(BINARIES, "@deno/linux-x64-glibc/deno"), "run", "-A"],
};

/** True in a long run with the binaries, or in continuous integration, where their absence is an error. */
export const areRuntimesTried: boolean =
  isLongRun && (existsSync(BINARIES) || process.env["CI"] === "true");
