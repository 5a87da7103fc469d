/** The logins of this user at servers of access control: a file in the user's own configuration, mode 0600. */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { makeFolder, replaceFile } from "@bourse/kernel/files";

import { UsageError, type Variables } from "../command/command.ts";

/** Refresh tokens by the address of their server. */
export type KeptLogins = Readonly<Record<string, string>>;

/** Path of the file. @throws UsageError where the user has no folder for it */
export function loginsPath({ XDG_CONFIG_HOME, APPDATA, HOME }: Variables): string {
  const folder = XDG_CONFIG_HOME ?? APPDATA ?? (HOME === undefined ? "" : join(HOME, ".config"));
  if (folder === "") throw new UsageError("Set HOME or XDG_CONFIG_HOME: a login is kept there.");
  return join(folder, "bourse", "logins.json");
}

/** The logins that are kept; none without the file. @throws UsageError for a file of another form */
export async function readLogins(path: string): Promise<KeptLogins> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "{}";
    throw error;
  });
  const logins = parsed(text);
  if (logins !== undefined) return logins;
  throw new UsageError(`${path} is no file of logins: delete it and log in again.`);
}

/** Keeps `logins` in place of those that the file has. */
export async function writeLogins(path: string, logins: KeptLogins): Promise<void> {
  await makeFolder(dirname(path));
  await replaceFile(path, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
}

function parsed(text: string): KeptLogins | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
    const isOfTexts = isTable && Object.values(value).every((one) => typeof one === "string");
    return isOfTexts ? (value as KeptLogins) : undefined;
  } catch {
    return undefined;
  }
}
