export function versionPackages(folder?: string): readonly string[];
