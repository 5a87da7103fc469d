/** One contender in a process of its own, which tells its processor time when asked. */

import { contenders } from "./contenders.ts";

const name = process.argv[2] ?? "";
const start = contenders[name];
if (start === undefined) throw new Error(`no contender ${name}`);

const port = await start();
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on("disconnect", () => process.exit(0));
process.send?.(port);
