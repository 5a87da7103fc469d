/** A process that runs sessions on the stand-in exchange until it is killed. */

import { openExchangeSessions } from "./exchange-sessions.ts";

const [, , given = "{}"] = process.argv;
const { sessions } = await openExchangeSessions(JSON.parse(given) as never);
await sessions.start();
process.stdout.write("started\n");
