import type { PackedPackage } from "./pack-packages.mjs";

export function publishPackages(
  packed: readonly PackedPackage[],
  flags?: readonly string[],
): readonly string[];
