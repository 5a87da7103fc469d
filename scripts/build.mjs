/** Builds every package: declarations by `tsc -b`, JavaScript by each package's tsup. */
import { pathToFileURL } from "node:url";

import { digestOfFiles, isStamped, stamp } from "./stamp.mjs";
import { pnpm, run } from "./workspace.mjs";

const BUILD_STAMP = "node_modules/.bourse-build";
const INPUTS = [
  "packages",
  "servers",
  "apps",
  "tsconfig.base.json",
  "tsconfig.build.base.json",
  "tsup.shared.ts",
];

/** True when dist holds what the sources say. */
export function isBuilt() {
  return isStamped(BUILD_STAMP, digestOfFiles(INPUTS));
}

/** Builds all packages. Returns the exit code; 0 also stamps the build. */
export function build() {
  const digest = digestOfFiles(INPUTS);
  const code =
    run("tsc", ["-b", "tsconfig.build.json"]) ||
    pnpm(["-r", "--workspace-concurrency=4", "--no-sort", "--reporter=silent", "run", "bundle"]);
  if (code === 0) stamp(BUILD_STAMP, digest);
  return code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = build();
}
