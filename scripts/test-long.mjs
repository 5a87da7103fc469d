/**
 * `npm run test:long [filter …]`: the tests of `*.long.test.ts` with all of their repetitions, about an hour.
 */
import { run } from "./workspace.mjs";

const filters = process.argv.slice(2);
process.exitCode = run("vitest", ["run", ...(filters.length > 0 ? filters : [".long.test."])], {
  env: { LONG_RUNS: "1" },
});
