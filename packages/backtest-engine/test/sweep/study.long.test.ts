import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const COUNT = 400;
const program = fileURLToPath(new URL("study-process.ts", import.meta.url));

function start(path: string) {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  return spawn(process.execPath, [...flags, program, path, String(COUNT)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function lines(path: string): Promise<number> {
  const content = await readFile(path, "utf8").catch(() => "");
  return content.split("\n").length - 1;
}

test(
  "a study whose process is killed again and again ends with the result of one that never was",
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "study-"));
    try {
      const undisturbed = start(join(folder, "whole.study"));
      const expected = await text(undisturbed.stdout);
      expect(expected).toMatch(/^[0-9a-f]{64}\n$/u);

      const path = join(folder, "killed.study");
      let kills = 0;
      for (let goal = 30; goal < COUNT - 50; goal += 70) {
        const child = start(path);
        const exited = once(child, "exit");
        while ((await lines(path)) < goal && child.exitCode === null) await sleep(2);
        child.kill("SIGKILL");
        const [, signal] = (await exited) as [unknown, string | null];
        expect(signal).toBe("SIGKILL");
        kills++;
      }
      expect(kills).toBe(5);
      const last = start(path);
      expect(await text(last.stdout)).toBe(expected);
      expect(await lines(path)).toBe(COUNT + 1);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
