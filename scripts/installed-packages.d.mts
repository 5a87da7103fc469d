export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Bytes of all of its files. */
  readonly bytes: number;
}
export function installedPackages(folder: string): readonly InstalledPackage[];
