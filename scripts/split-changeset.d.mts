export interface PackageChange {
  readonly name: string;
  readonly type: string;
  readonly summary: string;
}
export function splitChangeset(text: string): readonly PackageChange[];
