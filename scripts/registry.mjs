/**
 * `npm run registry`: the packages of this checkout in a registry on loopback, until Ctrl-C, so that a project on this
 * machine installs them as from the public one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packPackages } from "./pack-packages.mjs";
import { prepare } from "./prepare.mjs";

prepare();
const { putPackages, startRegistry } = await import("./local-registry.mjs");
const folder = mkdtempSync(join(tmpdir(), "bourse-registry-"));
const registry = await startRegistry(join(folder, "registry"));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end());
const packed = packPackages(join(folder, "packages"));
await putPackages(registry.url, packed);
console.log(`${packed.length} packages are in a registry on this machine until Ctrl-C.
To install them, tell npm once:

npm config set @bourse:registry=${registry.url}

Afterwards, "npm config delete @bourse:registry" takes it back.`);

async function end() {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
