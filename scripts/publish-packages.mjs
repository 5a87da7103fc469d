/**
 * Publishes packed packages with npm; what a registry already has is left alone, so that a broken-off release can go
 * on.
 */
import { spawnSync } from "node:child_process";

const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * Publishes `{ name, version, tarball }`, one after the other, with npm's options in `flags`. Returns the names of
 * those that were published now.
 *
 * @throws Error at the first package that the registry refuses
 */
export function publishPackages(packed, flags = []) {
  return packed
    .filter(({ name, version }) => !isPublished(`${name}@${version}`, flags))
    .map(({ name, version, tarball }) => {
      const { status, stdout, stderr } = npm(["publish", tarball, "--access", "public", ...flags]);
      if (status !== 0) throw new Error(`npm refused ${name}@${version}:\n${stderr}${stdout}`);
      console.log(`published ${name}@${version}`);
      return name;
    });
}

function isPublished(spec, flags) {
  const { status, stdout, stderr } = npm(["view", spec, "version", "--json", ...flags]);
  if (status === 0) return stdout.trim() !== "";
  if (`${stdout}${stderr}`.includes("E404")) return false;
  throw new Error(`npm could not ask the registry for ${spec}:\n${stderr}${stdout}`);
}

function npm(args) {
  const quiet = { npm_config_loglevel: "error", npm_config_update_notifier: "false" };
  return spawnSync(NPM, args, {
    encoding: "utf8",
    env: { ...process.env, ...quiet },
    shell: process.platform === "win32",
  });
}
