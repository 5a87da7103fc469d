/** The four servers, each as a process of its own, on a database to which happens what happens to databases. */

import { expect, test, vi } from "vitest";

import { installedPostgres, missingInstalledPostgres } from "./postgres/src/installed-postgres.ts";
import { runSql } from "./postgres/src/run-sql.ts";
import { missingPostgres } from "./postgres/src/start-postgres.ts";
import { drawnCases } from "./support/rounds.ts";
import { openBed, SECRETS, type Bed } from "./world/database/bed.ts";
import type { Callers, Outcome } from "./world/database/callers.ts";
import { LEVERS, type Lever } from "./world/database/levers.ts";

/**
 * Longest time in milliseconds for an answer at a database that is silent: 2.5 s behind others of the same process,
 * 3 s for a connection and 5.5 s for a statement, on a machine that does more.
 */
const ANSWER_MILLISECONDS = 30_000;

/** Bound for what hangs: the time until the effect of a lever is seen. */
const SEEN = { timeout: 60_000, interval: 20 };

/** Bound for what does not come back: the time until every server writes again, on a machine that does more. */
const BACK = { timeout: 60_000, interval: 20 };

/** Writes that show that a server works. */
const SOME = 2;

/** Connections of one process: its pool and one to watch the store; a node has a second pool and its election. */
const CONNECTIONS = 3 * 6 + 2 * 6 + 1;

/** Parts of what the inside of a server knows. */
const INSIDE = new RegExp(
  `${Object.values(SECRETS).join("|")}|127\\.0\\.0\\.1|ECONN|postgres|relation|SELECT|INSERT|UPDATE`,
  "i",
);

const missing = missingPostgres() ?? missingInstalledPostgres();

test.skipIf(missing !== null)(
  "whatever happens to the database, each server answers 503 with Retry-After, or 507, in bounded time, says so in its readiness, is back without a restart, and has every acknowledged write once",
  { timeout: 900_000 },
  async () => {
    const bed = await openBed(installedPostgres()!);
    const { callers } = bed;
    const before = await Promise.all(callers.map((each) => each.rows()));
    for (const each of callers) each.start();
    const isWarm = (each: Callers): boolean => each.since(0, true) >= SOME;
    await vi.waitUntil(() => callers.every(isWarm), SEEN);
    expect(bed.volume, "mount(8) is permitted").toBeDefined();
    for (const lever of drawnCases(LEVERS, 7)) await tryLever(bed, lever);
    await Promise.all(callers.map((each) => each.stop()));

    for (const [at, each] of callers.entries()) {
      const rows = (await each.rows()) - before[at]!;
      if (each.repeats) expect([each.name, rows]).toEqual([each.name, each.acknowledged]);
      else expect(rows).toBeGreaterThanOrEqual(each.acknowledged);
      expect(await each.lost(), `${each.name} has what it acknowledged`).toEqual([]);
    }
    await expect.poll(() => bed.proxy.held() ?? 0, SEEN).toBeLessThanOrEqual(CONNECTIONS);
    // Sessions whose client is gone hold no transaction open.
    const open = `SELECT query FROM pg_stat_activity WHERE usename = '${SECRETS.user}' AND xact_start < now() - interval '5 seconds'`;
    await expect.poll(() => runSql(bed.owner(), open), SEEN).toEqual([]);
  },
);

/** Pulls a lever, lets it go when its effect is seen, and looks at the answers. */
async function tryLever(bed: Bed, lever: Lever): Promise<void> {
  const { callers } = bed;
  const { name, effect, milliseconds = 0 } = lever;
  const isAway = effect === "away";
  const pulled = performance.now();
  const release = await lever.pull(bed);
  const down = performance.now();
  const isSeen = (each: Callers): boolean => {
    if (effect === "slow" || effect === "rough") return true;
    const isToldAway = each.looks.some((look) => look.startedAt > down && look.status === 503);
    return each.since(down, false) > 0 && (!isAway || isToldAway);
  };
  await vi
    .waitUntil(() => performance.now() - down > milliseconds && callers.every(isSeen), SEEN)
    .catch(() => expect.fail(`${name}: not seen by ${namesOf(callers, (each) => !isSeen(each))}`));
  for (const each of callers) {
    const health = await each.health();
    if (effect !== "rough") expect([name, health]).toEqual([name, [isAway ? 503 : 200, 200]]);
  }
  const released = performance.now();
  await release();
  const free = performance.now();
  const isBack = (each: Callers): boolean =>
    each.since(free, true) >= SOME && each.looks.at(-1)?.status === 200;
  await vi
    .waitUntil(() => callers.every(isBack), BACK)
    .catch(() => expect.fail(`${name}: not back: ${namesOf(callers, (each) => !isBack(each))}`));

  for (const each of callers) {
    const about = (outcome: Outcome): boolean => outcome.endedAt > pulled;
    const answers = each.outcomes.filter(about);
    const refused = answers.filter((one) => !each.isDone(one));
    const looks = each.looks.filter(about);
    const isWrong = effect === "slow" ? () => true : isUndocumented;
    const wrong = [...refused.filter(isWrong), ...looks.filter(({ text }) => INSIDE.test(text))];
    expect(wrong.map(({ status, text }) => [each.name, name, status, text])).toEqual([]);
    const slowest = Math.max(...[...answers, ...looks].map(timeOf));
    expect(slowest, `${each.name}, ${name}: milliseconds`).toBeLessThan(ANSWER_MILLISECONDS);
    if (!isAway) continue;
    // Once it has said that it is not ready, it does not say otherwise before the end.
    const within = looks.filter((one) => one.startedAt > down && one.endedAt < released);
    const told = within.slice(within.findIndex(({ status }) => status === 503));
    expect([each.name, name, new Set(told.map(({ status }) => status))]).toEqual([
      each.name,
      name,
      new Set([503]),
    ]);
  }
}

/** True for a refusal that is none of those which are documented, or that tells of the inside. */
function isUndocumented({ status, headers, text }: Outcome): boolean {
  const code = headers.get("x-error-code") ?? "";
  const retryAfter = Number(headers.get("retry-after"));
  const isLater = status === 503 && (code === "STORE_IO" || code === "STANDBY") && retryAfter >= 1;
  const isFull = status === 507 && code === "STORE_FULL";
  return !(isLater || isFull) || INSIDE.test(text) || !text.startsWith("{");
}

function timeOf({ startedAt, endedAt }: Outcome): number {
  return endedAt - startedAt;
}

function namesOf(callers: readonly Callers[], isMeant: (each: Callers) => boolean): string {
  return callers
    .filter(isMeant)
    .map(({ name }) => name)
    .join(", ");
}
