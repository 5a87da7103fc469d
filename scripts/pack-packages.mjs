/**
 * Packs every published package as the registry gets it: `publishConfig` applied, `workspace:` replaced by versions.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { publishedFolders } from "./published-packages.mjs";
import { pnpm, root } from "./workspace.mjs";

/**
 * Packs the built packages into `folder`, which is emptied first. Returns `{ name, version, tarball }` of each,
 * dependencies before their dependents, so that a publication that breaks off leaves nothing that cannot be installed.
 */
export function packPackages(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const filters = publishedFolders().flatMap((path) => ["--filter", `./${path}`]);
  const words = ["-r", ...filters, "--reporter=silent", "pack", "--pack-destination", folder];
  // A pnpmfile in its usual place would stand in the lockfile.
  const env = { pnpm_config_pnpmfile: join(root, "scripts/packing-hooks.mjs") };
  const code = pnpm(words, { env });
  if (code !== 0) throw new Error(`pnpm pack ended with ${code}.`);
  return inOrder().map(({ name, version }) => {
    const tarball = join(folder, `${name.slice(1).replace("/", "-")}-${version}.tgz`);
    if (!existsSync(tarball)) throw new Error(`pnpm pack made no ${tarball}.`);
    return { name, version, tarball };
  });
}

/** The manifests of all published packages, dependencies first. */
function inOrder() {
  const manifests = publishedFolders().map((folder) =>
    JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
  );
  const known = new Map(manifests.map((manifest) => [manifest.name, manifest]));
  const ordered = new Set();
  const visit = (manifest) => {
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      if (known.has(name)) visit(known.get(name));
    }
    ordered.add(manifest);
  };
  manifests.forEach(visit);
  return [...ordered];
}
