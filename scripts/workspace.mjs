/** Paths and commands that every script of the workspace needs: its root, its pinned pnpm and its pinned Node. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** `pnpm@<version>`, as package.json pins it. */
export const pnpmPin = manifest.packageManager;

/**
 * An npx below `npm start` gets npm's own settings as variables, warns of those that it does not know, and draws its
 * spinner over the output of pnpm.
 */
const QUIET_NPX = { npm_config_loglevel: "error", npm_config_progress: "false" };

/** The Node.js binary that the lockfile pins; the caller's own until the first install has run. */
export function pinnedNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const path = join(root, "node_modules", "node", "bin", name);
  return existsSync(path) ? path : process.execPath;
}

/** Runs the pinned pnpm through npx, which needs no installation beforehand. Returns the exit code. */
export function pnpm(args, options = {}) {
  const command = process.platform === "win32" ? "npx.cmd" : "npx";
  return run(command, ["--yes", "--prefer-offline", pnpmPin, ...args], {
    ...options,
    env: { ...QUIET_NPX, ...options.env },
  });
}

/** Runs a command in the root with the workspace's own binaries first on the path. Returns the exit code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
    env: environment(options.env),
  });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

/** The environment for a child: the caller's, with `node_modules/.bin` and the pinned Node in front. */
export function environment(extra = {}) {
  const separator = process.platform === "win32" ? ";" : ":";
  const path = [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(separator);
  return { ...process.env, PATH: path, ...extra };
}
