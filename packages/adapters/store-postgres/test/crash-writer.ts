/** The child of the crash test: writes to the store that it is given until it is killed. */

import { CRASH_COLLECTIONS, crashWriter } from "@bourse/conformance/store";

import { openPostgresStore } from "../src/index.ts";

await crashWriter(
  await openPostgresStore({ url: process.argv[2]!, collections: CRASH_COLLECTIONS }),
);
