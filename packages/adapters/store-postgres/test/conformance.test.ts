import { missingPostgres } from "test-postgres";
import { describe } from "vitest";

import { postgresConformance } from "./postgres-conformance.ts";

const missing = missingPostgres();

describe.skipIf(missing !== null)(
  `the PostgreSQL store${missing === null ? "" : ` (${missing})`}`,
  () => {
    postgresConformance();
  },
);
