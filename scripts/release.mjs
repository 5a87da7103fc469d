/**
 * `npm run release`: builds and packs every package, writes the bill of materials and publishes what the registry
 * lacks. `npm run release:dry` (with `--dry`) does the same on a registry of its own on loopback, which ends with the
 * command.
 *
 * Setting: `BOURSE_REPOSITORY=https://host/owner/name`, the repository that the packages name; `release` needs it.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packPackages } from "./pack-packages.mjs";
import { prepare } from "./prepare.mjs";
import { publishPackages } from "./publish-packages.mjs";
import { releaseRepository } from "./published-packages.mjs";
import { pinnedNode, root, run } from "./workspace.mjs";

const TARBALLS = join(root, "artifacts", "packages");
const isDry = process.argv.includes("--dry");

try {
  if (!isDry) checkReady();
  prepare();
  if (run(pinnedNode(), ["scripts/sbom.mjs"]) !== 0) throw new Error("There is no SBOM.");
  const packed = packPackages(TARBALLS);
  const published = isDry ? await publishOnLoopback(packed) : publishPackages(packed);
  const left = packed.length - published.length;
  console.log(
    `${published.length} packages published${isDry ? " on loopback" : ""}, ${left} left.`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Whatever can be told before the work begins. */
function checkReady() {
  if (releaseRepository() === undefined) {
    throw new Error(
      "The packages name no repository. Set yours: BOURSE_REPOSITORY=https://host/owner/name",
    );
  }
  const pending = readdirSync(join(root, ".changeset")).filter(
    (file) => file.endsWith(".md") && file !== "README.md",
  );
  if (pending.length > 0) {
    throw new Error(
      `${pending.length} changesets have no version yet. Run "npm run version-packages" and commit the result first.`,
    );
  }
}

async function publishOnLoopback(packed) {
  const { startRegistry } = await import("./local-registry.mjs");
  const folder = mkdtempSync(join(tmpdir(), "bourse-registry-"));
  const registry = await startRegistry(folder);
  try {
    return publishPackages(packed, registry.flags);
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
