/**
 * Processes that run paper sessions over PostgreSQL are killed at any moment: nothing is lost or doubled, and another
 * process takes over when the lease has ended, not before.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import { openStore } from "../../packages/adapters/store/src/index.ts";
import {
  sessionCollections,
  sessionWorkers,
} from "../../packages/trading-core/src/sessions/collections.ts";
import {
  expectWholeRecords,
  holderOf,
  killAgainAndAgain,
  openHurriedExchange,
  type HurriedExchange,
} from "../../packages/trading-core/test/sessions/killed-sessions.ts";
import { rounds } from "../support/rounds.ts";
import { missingPostgres, startPostgres } from "./src/start-postgres.ts";

const KILLS = rounds(3, 50);
const TAKEOVERS = rounds(2, 50);
const LEASE_MILLISECONDS = 5000;

const folder = mkdtempSync(join(tmpdir(), "bourse-kills-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a server, which is ended behind the test, and resolves to the address of its database. */
async function database(): Promise<string> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  return postgres.url();
}

async function startVictim({ victim, address }: HurriedExchange): Promise<ChildProcess> {
  const words = [fileURLToPath(victim), JSON.stringify(address)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

describe.skipIf(missingPostgres() !== null)("paper sessions over PostgreSQL", () => {
  test(
    `${KILLS} kills lose and double no decision, order or fill`,
    async ({ annotate }) => {
      const world = await openHurriedExchange(folder, await database(), 1000);
      const figures = await killAgainAndAgain(world, KILLS);
      await annotate(JSON.stringify({ kills: KILLS, figures }));
      for (const { candles } of figures) expect(candles).toBeGreaterThan(KILLS / 10);
      await world.close();
    },
    60_000 + KILLS * 15_000,
  );

  test(
    `a second process takes over when the lease of one that was killed has ended, ${TAKEOVERS} times`,
    async ({ annotate }) => {
      const url = await database();
      const world = await openHurriedExchange(folder, url, LEASE_MILLISECONDS);
      const ids = [...world.ids.values()];
      const store = await openStore(url, { collections: sessionCollections });
      const holders = () => Promise.all(ids.map((id) => holderOf(store, id)));
      let running = await startVictim(world);
      const took: { readonly fromKill: number; readonly fromEnd: number }[] = [];
      for (let round = 0; round < TAKEOVERS; round++) {
        const second = await startVictim(world);
        const [holder = null] = await holders();
        if (holder === null) throw new Error("Nobody runs the sessions.");
        await sleep((round * 397) % 1700);
        running.kill("SIGKILL");
        const killedAt = Date.now();
        const until = (await store.get(sessionWorkers, holder))?.value.until ?? 0;
        let now = await holders();
        while (now.some((each) => each === holder || each === null)) {
          expect(Date.now() - until, "nobody took over").toBeLessThan(30_000);
          await sleep(20);
          now = await holders();
        }
        const takenAt = Date.now();
        expect(new Set(now).size, "one process has both").toBe(1);
        expect(takenAt).toBeGreaterThanOrEqual(until);
        took.push({ fromKill: takenAt - killedAt, fromEnd: takenAt - until });
        running = second;
      }
      running.kill("SIGKILL");
      await once(running, "exit");
      await annotate(JSON.stringify({ took: took.toSorted((a, b) => a.fromKill - b.fromKill) }));
      for (const [strategy, id] of world.ids) await expectWholeRecords(store, id, strategy);
      await store.close();
      await world.close();
    },
    60_000 + TAKEOVERS * 30_000,
  );
});
