import { installedPostgres, missingInstalledPostgres } from "test-postgres/installed";
import { describe } from "vitest";

import { postgresConformance } from "./postgres-conformance.ts";

const missing = missingInstalledPostgres();

describe.skipIf(missing !== null)(
  `the PostgreSQL store on the machine's own version${missing === null ? "" : ` (${missing})`}`,
  () => {
    postgresConformance(installedPostgres());
  },
);
