/** A folder outside of the workspace, in which apps install the packages from a registry on loopback. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";

import { build, isBuilt } from "../../scripts/build.mjs";
import { putPackages, startRegistry, type LocalRegistry } from "../../scripts/local-registry.mjs";
import { packPackages, type PackedPackage } from "../../scripts/pack-packages.mjs";
import { root } from "./workspace.ts";

/** A folder for apps, and the registry that they install from. */
export interface OutsideFolder {
  readonly registry: LocalRegistry;
  readonly packed: readonly PackedPackage[];
  /** Makes the folder of an app with these packages in it, as `npm install` puts them there. */
  install(app: string, names: readonly string[]): string;
  /** Copies an app of the repository, `from` relative to its root, and installs what its manifest asks for. */
  installCopy(app: string, from: string): string;
  /** Ends the registry and deletes the folder. */
  close(): Promise<void>;
}

/** Builds what is not built, packs the packages and opens a registry for them. */
export async function openOutsideFolder(): Promise<OutsideFolder> {
  if (!isBuilt() && build() !== 0) throw new Error("The build failed.");
  const folder = mkdtempSync(join(tmpdir(), "bourse-outside-"));
  const registry = await startRegistry(join(folder, "registry"));
  const packed = packPackages(join(folder, "packages"));
  const npmInstall = (place: string, names: readonly string[]): void => {
    // What is not ours comes from wherever npm is told to look.
    writeFileSync(join(place, ".npmrc"), `@bourse:registry=${registry.url}\n`);
    const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
    const words = ["install", "--loglevel=error", ...flags, ...names];
    const { status, stderr } = spawnSync("npm", words, { cwd: place, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  };
  return {
    registry,
    packed,
    install: (app, names) => {
      const place = join(folder, app);
      mkdirSync(place);
      writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module", private: true }));
      npmInstall(place, names);
      return place;
    },
    installCopy: (app, from) => {
      const place = join(folder, app);
      cpSync(join(root, from), place, { recursive: true });
      npmInstall(place, []);
      return place;
    },
    close: async () => {
      await registry.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the folder with every package in its registry. */
export async function openPublishedFolder(): Promise<OutsideFolder> {
  const outside = await openOutsideFolder();
  await putPackages(outside.registry.url, outside.packed);
  return outside;
}
