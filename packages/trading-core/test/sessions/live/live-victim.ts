/** A process that runs the live sessions of a store on a served exchange until it is killed. */

import { openStore } from "../../../../adapters/store/src/index.ts";
import { openVictimSessions, VICTIM_COLLECTIONS } from "./victim-sessions.ts";

const [, , url = "", exchange = "", count = "0"] = process.argv;
const store = await openStore(url, { collections: VICTIM_COLLECTIONS });
const sessions = openVictimSessions(store, exchange, Number(count), () => {
  process.stdout.write(".");
});
await sessions.start();
// The work of sessions is in the background: it alone keeps no process.
setInterval(() => undefined, 1000);
