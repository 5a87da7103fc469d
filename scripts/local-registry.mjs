/**
 * A registry on loopback for the packages of this workspace: Verdaccio, which asks no other registry. It runs in a
 * process of its own, because npm is waited for in this one.
 */
import { execFileSync, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

/**
 * Sends packed packages as `npm publish` does, whose two processes for each package take two seconds.
 *
 * @throws Error when the registry refuses one
 */
export async function putPackages(url, packed) {
  for (const { name, version, tarball } of packed) {
    const content = readFileSync(tarball);
    const hash = (algorithm, encoding) => createHash(algorithm).update(content).digest(encoding);
    const file = `${name}-${version}.tgz`;
    const dist = {
      integrity: `sha512-${hash("sha512", "base64")}`,
      shasum: hash("sha1", "hex"),
      tarball: `${url}${name}/-/${file}`,
    };
    const manifest = JSON.parse(execFileSync("tar", ["-xzOf", tarball, "package/package.json"]));
    const { status } = await fetch(`${url}${encodeURIComponent(name)}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        _id: name,
        name,
        "dist-tags": { latest: version },
        versions: { [version]: { ...manifest, dist } },
        _attachments: { [file]: { data: content.toString("base64"), length: content.length } },
      }),
    });
    if (status !== 201) throw new Error(`The registry on loopback refused ${name}: ${status}.`);
  }
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
