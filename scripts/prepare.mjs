/** Brings a checkout to the state in which its servers can start: installed, then built; each only when needed. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { build, isBuilt } from "./build.mjs";
import { digestOfBytes, isStamped, stamp } from "./stamp.mjs";
import { pnpm, root } from "./workspace.mjs";

const INSTALL_STAMP = "node_modules/.bourse-install";

/** Installs from the lockfile when it has changed since the last install. Exits the process on failure. */
export function install() {
  const digest = digestOfBytes("pnpm-lock.yaml");
  if (existsSync(join(root, "node_modules", "node")) && isStamped(INSTALL_STAMP, digest)) return;
  console.log("Installing the dependencies …");
  const code = pnpm(["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"]);
  if (code !== 0) {
    console.error("The dependencies could not be installed; the lines above say why.");
    process.exit(code);
  }
  stamp(INSTALL_STAMP, digest);
}

/** Installs and builds what is not up to date. */
export function prepare() {
  install();
  if (isBuilt()) return;
  console.log("Building …");
  const code = build();
  if (code !== 0) {
    console.error("The build failed; the lines above say why.");
    process.exit(code);
  }
}
