/** The packages that npm has put into a folder, with their sizes. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Name, version and bytes of each package in the folder of an app that npm has installed. */
export function installedPackages(folder) {
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  return Object.entries(lock.packages).map(([path, { version }]) => ({
    name: path.replace(/^.*node_modules\//u, ""),
    version,
    bytes: bytesOf(join(folder, path)),
  }));
}

/** Bytes of all files of a package, without the packages that lie in it. */
function bytesOf(place) {
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(place, entry.name);
      return entry.isDirectory() ? bytesOf(path) : statSync(path).size;
    })
    .reduce((sum, size) => sum + size, 0);
}
