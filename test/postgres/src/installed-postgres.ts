/** A PostgreSQL of the machine, such as Debian's: of another version than npm's, and with all of its programs. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const PLACE = "/usr/lib/postgresql";

/** Folder of the newest version with its server and its tools for backups; undefined where there is none. */
export function installedPostgres(): string | undefined {
  const versions = existsSync(PLACE) ? readdirSync(PLACE) : [];
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(PLACE, version))
    .find((folder) =>
      ["postgres", "pg_dump", "pg_basebackup"].every((name) =>
        existsSync(join(folder, "bin", name)),
      ),
    );
}

/** Null when one is installed, else the reason to skip. @throws Error where it must be there, as in CI */
export function missingInstalledPostgres(): string | null {
  if (installedPostgres() !== undefined) return null;
  const reason = "PostgreSQL is not installed: apt install postgresql";
  if (process.env["CI"] !== undefined) throw new Error(reason);
  return reason;
}
