export function bundledPackages(folder?: string): ReadonlyMap<string, readonly string[]>;
