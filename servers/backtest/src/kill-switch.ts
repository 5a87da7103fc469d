/** Triggers of the kill switch from outside: the file KILL_SWITCH_FILE and the signal SIGUSR2. */

import { watch, type FSWatcher } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";

import { pauseInBackground, systemClock, type ClosingStack, type Logger } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

/** Time between two looks for the file, in milliseconds; it is watched as well. */
const LOOK_MILLISECONDS = 1000;

type Mode = "freeze" | "flatten";

/** Reads what the file asks for; undefined when it is not there. A file that cannot be read freezes. */
export async function modeOfFile(path: string): Promise<Mode | undefined> {
  try {
    return (await readFile(path, "utf8")).trim() === "flatten" ? "flatten" : "freeze";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "freeze";
  }
}

/**
 * Sets the kill switch when the file is present or SIGUSR2 arrives, until `opened` is closed. The file is looked at
 * before this resolves, so that no order is taken while it stands.
 */
export async function startKillTriggers(
  path: string | undefined,
  { killSwitch }: Pick<BacktestService, "killSwitch">,
  logger: Pick<Logger, "warn" | "error">,
  opened: ClosingStack,
): Promise<void> {
  const set = async (mode: Mode, source: "file" | "signal", reason: string): Promise<void> => {
    const { mode: before } = await killSwitch.read();
    // Once set, a freeze does not undo a flatten.
    if (before === mode || before === "flatten") return;
    await killSwitch.set({ mode, reason, by: null, source });
    logger.warn({ mode, source }, "the kill switch was set");
  };
  const onFault = (error: unknown): void =>
    logger.error({ err: error }, "the kill switch could not be set");
  listen(() => void set("freeze", "signal", "the signal SIGUSR2").catch(onFault), opened);
  if (path === undefined) return;
  const look = async (): Promise<void> => {
    const mode = await modeOfFile(path);
    if (mode !== undefined) await set(mode, "file", `the file ${basename(path)}`);
  };
  await look();
  follow(path, () => look().catch(onFault), opened);
}

/** Takes the signal, where the platform has it. */
function listen(onSignal: () => void, opened: ClosingStack): void {
  if (process.platform === "win32") return;
  process.on("SIGUSR2", onSignal);
  opened.push(() => {
    process.off("SIGUSR2", onSignal);
    return Promise.resolve();
  });
}

/** Looks once a second, and at once where the folder tells of changes. */
function follow(path: string, look: () => Promise<void>, opened: ClosingStack): void {
  const stopping = new AbortController();
  const loop = (async () => {
    while (await pauseInBackground(systemClock, LOOK_MILLISECONDS, stopping.signal)) await look();
  })();
  const watcher = watchFolder(dirname(path), () => void look());
  opened.push(async () => {
    watcher?.close();
    stopping.abort();
    await loop;
  });
}

/** Undefined where folders cannot be watched: the looks suffice. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
