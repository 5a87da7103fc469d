/**
 * A process that runs paper sessions on an exchange whose sockets repeat, delay, drop and reorder candles is killed at
 * any moment: nothing is lost or doubled.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { killAgainAndAgain, openHurriedExchange } from "./killed-sessions.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-kills-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KILLS = rounds(3, 300);

test(
  `${KILLS} kills on an exchange with faults lose and double no decision, order or fill`,
  async ({ annotate }) => {
    const world = await openHurriedExchange(folder, `sqlite:${join(folder, "kills.db")}`, 1000);
    const figures = await killAgainAndAgain(world, KILLS);
    await annotate(JSON.stringify({ kills: KILLS, figures, faults: world.exchange.sockets.met }));
    expect(figures.some(({ orders, candles }) => orders > 0 && candles > KILLS / 10)).toBe(true);
    await world.close();
  },
  60_000 + KILLS * 15_000,
);
