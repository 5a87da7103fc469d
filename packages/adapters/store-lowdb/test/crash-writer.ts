/** The child of the crash test: writes to the store that it is given until it is killed. */

import { CRASH_COLLECTIONS, crashWriter } from "@bourse/conformance/store";

import { openLowdbStore } from "../src/index.ts";

await crashWriter(await openLowdbStore({ path: process.argv[2]!, collections: CRASH_COLLECTIONS }));
