import type { PackedPackage } from "./pack-packages.mjs";

export interface LocalRegistry {
  readonly url: string;
  readonly flags: readonly string[];
  readonly close: () => Promise<void>;
}
export function startRegistry(folder: string): Promise<LocalRegistry>;
export function putPackages(url: string, packed: readonly PackedPackage[]): Promise<void>;
