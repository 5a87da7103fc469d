/** The flags of a command line as they were typed. */

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The values of the flags by name. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The text of a flag; undefined where it was not given. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}
