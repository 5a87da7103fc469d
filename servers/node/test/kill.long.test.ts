import { expect, onTestFinished, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { runKills } from "./kill/run-kills.ts";
import { tempFolder } from "./support/temp-folder.ts";

const KILLS = rounds(5, 120);
/** A slow machine kills less often; five hundred times is `node -C @bourse/source servers/node/test/kill/run.ts`. */
const DEADLINE_MILLISECONDS = rounds(200_000, 240_000);

test("a node that is killed while it shares and pays keeps every promise, each exactly once", async () => {
  const folder = await tempFolder(onTestFinished);
  const seed = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 1_000_000);
  const report = await runKills({
    kills: KILLS,
    seed,
    folder,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.kills).toBeGreaterThanOrEqual(rounds(3, 20));
  expect(report.shares).toBeGreaterThan(report.transfers);
}, 900_000);
