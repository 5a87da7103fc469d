/**
 * `npm run test:long [filter …]`: the kill and load tests (`*.long.test.ts`) at full size, about a quarter of an hour.
 */
import { run } from "./workspace.mjs";

const filters = process.argv.slice(2);
process.exitCode = run("vitest", ["run", ...(filters.length > 0 ? filters : [".long.test."])], {
  env: { LONG_RUNS: "1" },
});
