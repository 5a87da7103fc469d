import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished, describe, expect, test } from "vitest";

import { createSimulatedProvider } from "../../src/market-data/index.ts";
import { openStrategiesFolder, type StrategiesFolder } from "../../src/threads/index.ts";

/** A class of traders that buys every `every` candles and sells one candle later. */
const every = (candles: number, more = ""): string => `
${more}
export default class {
  static version = "${candles}.0.0";
  static parameters = {
    every: { type: "integer", default: ${candles}, minimum: 2, maximum: 50, description: "Candles." },
  };
  #every;
  constructor({ every }: { every: number }) { this.#every = every; }
  onCandle({ index }: { index: number }, broker: any) {
    if (index % this.#every === 0) broker.submit({ side: "buy" });
    if (index % this.#every === 1) broker.submit({ side: "sell", reduceOnly: true });
  }
}
`;

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-strategies-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The folder without a server, and what it told the log. */
async function open(
  files: Readonly<Record<string, string>>,
): Promise<StrategiesFolder & { readonly folder: string; readonly told: readonly string[] }> {
  const folder = folderOf(files);
  const told: string[] = [];
  const tell = (fields: object, message = ""): void => {
    told.push(`${message} ${String((fields as { file?: string }).file)}`);
  };
  const opened = await openStrategiesFolder({
    folder,
    size: 1,
    logger: { info: tell, warn: tell },
  });
  onTestFinished(() => opened.close());
  return { ...opened, folder, told };
}

const BROKEN = "export default class {\n  onCandle( {}\n}";

describe("the folder of strategies", () => {
  test("gives each file's strategy beside the built-in ones, under its own name or the file's", async () => {
    const { registry, file } = await open({
      "buy-often.ts": every(5),
      "named.mts": every(6).replace(
        "static version",
        'static strategyName = "given"; static version',
      ),
      "lib/shared.ts": "export const x = 1;",
      "notes.md": "no strategy",
      "types.d.ts": "export default 3;",
      "buy-often.test.ts": "throw new Error('a test');",
      "_draft.ts": "throw new Error('a draft');",
    });
    const names = registry.list().map(({ name }) => name);
    expect(names).toEqual([
      "bollinger_bands",
      "buy_and_hold",
      "buy_often",
      "constant_weights",
      "given",
      "ma_crossover",
      "rsi",
      "wavelet_reversal",
    ]);
    expect(registry.get("buy_often")).toMatchObject({ version: "5.0.0" });
    expect(file("given")).toBeDefined();
    expect(file("rsi")).toBeUndefined();
    expect(registry.problems()).toEqual([]);
  });

  test("loads a changed file again, also when what it imports has changed, and drops one that is gone", async () => {
    const imported = 'import { VERSION } from "./lib/version.ts";';
    const { registry, refresh, folder } = await open({
      "one.ts": every(5),
      "two.ts": every(5, imported).replace('"5.0.0"', "VERSION"),
      "lib/version.ts": 'export const VERSION = "one";',
    });
    expect(registry.get("two").version).toBe("one");
    write(folder, "one.ts", every(7));
    write(folder, "lib/version.ts", 'export const VERSION = "two, longer";');
    await refresh();
    expect(registry.get("one").version).toBe("7.0.0");
    expect(registry.get("two").version).toBe("two, longer");
    rmSync(join(folder, "one.ts"));
    await refresh();
    expect(registry.has("one")).toBe(false);
  });

  test("keeps the version before a broken one, which it tells, until the file is mended", async () => {
    const { registry, file, refresh, folder, told } = await open({ "one.ts": every(5) });
    write(folder, "one.ts", BROKEN);
    await refresh();
    expect(registry.get("one").version).toBe("5.0.0");
    expect(registry.problems()).toEqual([
      {
        file: "one.ts",
        message: expect.stringMatching(/^one\.ts:\d: this is not TypeScript/u) as string,
      },
    ]);
    expect(told.at(-1)).toBe("could not load a strategy; the version before it stays one.ts");
    const { candles } = await simulated();
    expect((await file("one")!.backtest(candles, {})).totalTrades, "it still runs").toBeGreaterThan(
      5,
    );
    write(folder, "one.ts", every(9));
    await refresh();
    expect(registry.get("one").version).toBe("9.0.0");
    expect(registry.problems()).toEqual([]);
  });

  test("starts without a file that is broken, and tells it", async () => {
    const { registry, told } = await open({ "one.ts": BROKEN, "two.ts": every(5) });
    expect(registry.problems()).toMatchObject([{ file: "one.ts" }]);
    expect(registry.has("two")).toBe(true);
    expect(told).toContain("could not load a strategy one.ts");
  });

  test("is not read again while nothing in it has changed", async () => {
    const { refresh, told } = await open({ "one.ts": every(5) });
    const before = told.length;
    await refresh();
    await refresh();
    expect(told).toHaveLength(before);
  });

  test("that is not there refuses the start", async () => {
    const logger = { info: () => undefined, warn: () => undefined };
    const settings = { folder: "STRATEGIES_DIR", time: "", memory: "" };
    await expect(
      openStrategiesFolder({ folder: "/no/such/folder", settings, logger }),
    ).rejects.toThrow(
      /STRATEGIES_DIR: There is no folder .*no.such.folder that can be read \(ENOENT\)/u,
    );
  });
});

async function simulated() {
  return await createSimulatedProvider({ seed: 1 }).candles({
    symbol: "BTCUSDT",
    interval: "60",
    limit: 200,
    endTime: Date.UTC(2024, 0, 1),
  });
}
