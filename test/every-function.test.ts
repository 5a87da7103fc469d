/**
 * Every public function refuses arguments and options of a wrong shape with its package's error, whatever a caller
 * without types gives. The functions and the types of their parameters are read from the sources.
 */
import { afterAll, expect, test } from "vitest";

import { GOOD_CALLS } from "./support/good-calls.ts";
import { openWorkspace } from "./support/public-functions.ts";
import { faultsOf } from "./support/wrong-arguments.ts";

const workspace = openWorkspace();
afterAll(() => workspace.close());

test.each(["packages/indicators"])("%s: a wrong shape of any part is refused", async (folder) => {
  const functions = await workspace.functionsOf(folder);
  const faults: string[] = [];
  let called = 0;
  for (const one of functions) {
    if (GOOD_CALLS.without[one.name] !== undefined) continue;
    called += 1;
    faults.push(...(await faultsOf(one, GOOD_CALLS)));
  }
  expect(called).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
