/**
 * A registry on loopback for the packages of this workspace: Verdaccio, which asks no other registry. It runs in a
 * process of its own, because npm is waited for in this one.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { runServer } from "verdaccio";

import { pinnedNode } from "./workspace.mjs";

/**
 * Starts a registry whose data lie in `folder`. Resolves to its `url`, to npm's `flags` for publishing there, and to
 * `close`.
 *
 * @throws Error when it does not start
 */
export async function startRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  const child = fork(import.meta.filename, [folder], {
    execPath: pinnedNode(),
    stdio: "inherit",
  });
  const port = await Promise.race([
    once(child, "message").then(([message]) => message),
    once(child, "exit").then(([code]) => {
      throw new Error(`The registry on loopback ended with ${code}.`);
    }),
  ]);
  const url = `http://127.0.0.1:${port}/`;
  const userconfig = join(folder, ".npmrc");
  // Anybody may publish there, but npm publishes nowhere without a token.
  writeFileSync(userconfig, `//127.0.0.1:${port}/:_authToken=loopback\n`);
  return {
    url,
    flags: ["--registry", url, "--userconfig", userconfig, "--provenance=false"],
    close: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

if (process.argv[1] === import.meta.filename && process.send) {
  const folder = process.argv[2];
  const server = await runServer({
    storage: join(folder, "storage"),
    self_path: folder,
    uplinks: {},
    packages: { "**": { access: "$all", publish: "$all" } },
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: -1 } },
    log: { type: "stdout", level: "fatal" },
    max_body_size: "50mb",
    web: { enable: false },
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.once("disconnect", () => process.exit(0));
}
