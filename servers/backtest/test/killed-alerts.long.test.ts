/** Kills the server while it tells alerts: none is lost, and none comes twice without its mark. */
import { setTimeout as sleep } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { botApi, TOKEN } from "../../../packages/trading-core/test/alerts/bot-api.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

const KILLS = rounds(1, 50);
/** Longer than a look at the log and a sending: kills come before, during and after both. */
const LONGEST_LIFE_MILLISECONDS = 2500;

test(
  "every kill switch whose setting was answered is told, in order, however often the server is killed",
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    const api = await botApi();
    const settings = {
      DATA_DIR: await tempFolder(),
      ALERT_TELEGRAM_TOKEN: TOKEN,
      ALERT_TELEGRAM_CHAT: "-100123",
      ALERT_TELEGRAM_HOST: api.url,
    };
    const texts = (): readonly string[] => api.requests.map(({ body }) => String(body["text"]));
    const answered: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await startServerProcess(settings);
      const reason = `drill ${String(kill).padStart(3, "0")}`;
      const set = await fetch(`${server.url}/api/kill-switch`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ mode: "freeze", reason }),
      });
      expect(set.status).toBe(200);
      answered.push(reason);
      await sleep((kill / KILLS) * LONGEST_LIFE_MILLISECONDS);
      await server.end("SIGKILL");
    }
    const last = await startServerProcess(settings);
    await vi.waitUntil(() => texts().some((text) => text.includes(answered.at(-1)!)), {
      timeout: 120_000,
      interval: 50,
    });
    await last.end("SIGTERM");

    const messages = Map.groupBy(texts(), (text) => text.split("\nAlert ")[1]);
    expect(messages.has(undefined)).toBe(false);
    const contents: string[] = [];
    for (const [first = "", ...repeats] of messages.values()) {
      expect(repeats.filter((text) => !text.startsWith("Sent again"))).toEqual([]);
      contents.push(first);
    }
    const told = contents.join("\n").match(/(?<=Kill switch set .*)drill \d{3}/g);
    expect(told, "each in one message, in the order of the settings").toEqual(answered);
  },
);
