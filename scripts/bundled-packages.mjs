/**
 * Packages of the workspace whose code another package's build contains, so that nobody installs them with it: what the
 * sources import of the workspace and do not depend on, with what that depends on in turn.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { publishedFolders } from "./published-packages.mjs";
import { root } from "./workspace.mjs";

/** The names of the bundled packages by the name of the package that contains them. */
export function bundledPackages(folder = root) {
  const manifests = new Map(
    publishedFolders().map((path) => {
      const manifest = JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8"));
      return [manifest.name, { ...manifest, path }];
    }),
  );
  const found = new Map();
  for (const { name, path, dependencies, peerDependencies } of manifests.values()) {
    const installed = { ...dependencies, ...peerDependencies };
    const bundled = new Set();
    const visit = (other) => {
      if (other === name || other in installed || bundled.has(other)) return;
      if (!manifests.has(other)) return;
      bundled.add(other);
      Object.keys(manifests.get(other).dependencies ?? {}).forEach(visit);
    };
    importedBy(join(root, path, "src")).forEach(visit);
    if (bundled.size > 0)
      found.set(
        name,
        [...bundled].toSorted((one, other) => (one < other ? -1 : 1)),
      );
  }
  return found;
}

function importedBy(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/u.test(file));
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/\bfrom "(@bourse\/[^"/]+)/gu)].map(
      ([, name]) => name,
    ),
  );
}
