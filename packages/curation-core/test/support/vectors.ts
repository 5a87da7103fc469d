/** The published vectors of Sign-In with Ethereum, read where they lie. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../../shared/vectors/siwe/", import.meta.url));

/** Whether they may be skipped: they are not here, and this is not CI. */
export const absent: boolean = !existsSync(folder) && process.env["CI"] === undefined;

/** The cases of one file by name; none where they may be skipped. */
export function vectors<T>(name: string): [string, T][] {
  if (absent) return [];
  return Object.entries(JSON.parse(readFileSync(`${folder}${name}`, "utf8")) as Record<string, T>);
}
