/** The changesets that tell callers of a breaking change. */

/** A step of a package's version, as a changeset declares it. */
export interface VersionStep {
  readonly type: string;
  readonly summary: string;
}

/** True for a major step; before 1.0.0 for a minor one too, when its text says `Breaking`. */
export function announcesBreaking(version: string, { type, summary }: VersionStep): boolean {
  if (type === "major") return true;
  return version.startsWith("0.") && type === "minor" && /\bbreaking\b/i.test(summary);
}
