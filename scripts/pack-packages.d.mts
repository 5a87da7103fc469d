export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
}
export function packPackages(folder: string): readonly PackedPackage[];
