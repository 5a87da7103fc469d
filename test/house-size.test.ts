/** The house stays readable: functions of one screen, files of one subject. */
import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { root } from "./support/workspace.ts";

test("at most ten functions are longer than 80 lines, and no file but route tables and texts than 400", () => {
  const { status, stdout } = spawnSync(process.execPath, ["scripts/house.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(status, stdout).toBe(0);
});
