import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished, describe, expect, test } from "vitest";

import type { SourceError, SourceErrorDetails } from "../../src/index.ts";
import { openStrategiesFolder } from "../../src/threads/index.ts";

const trader = (version: string): string =>
  `export default class {\n  static version = "${version}";\n  onCandle() {}\n}\n`;

async function open(files: Readonly<Record<string, string>> = {}, isEditable = true) {
  const folder = mkdtempSync(join(tmpdir(), "bourse-sources-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const logger = { info: () => undefined, warn: () => undefined };
  const opened = await openStrategiesFolder({ folder, isEditable, size: 1, logger });
  onTestFinished(() => opened.close());
  return { ...opened, folder, text: (name: string) => readFileSync(join(folder, name), "utf8") };
}

async function faultsOf(saving: Promise<unknown>) {
  const error = await saving.then(
    () => undefined,
    (given: unknown) => given as SourceError<"SOURCE_INVALID">,
  );
  expect(error).toMatchObject({ code: "SOURCE_INVALID" });
  return (error!.details as SourceErrorDetails["SOURCE_INVALID"]).faults;
}

const says = (words: string) => expect.stringContaining(words) as string;

/** Sources with a fault each. */
const FAULTY: readonly (readonly [source: string, fault: object])[] = [
  [
    "\nexport default class {\n  onCandle( {}\n}",
    { line: 4, column: 1, message: says("this is not TypeScript") },
  ],
  [
    "enum A { B }\nexport default class { onCandle() {} }",
    { line: 1, column: 1, message: says("enum") },
  ],
  [
    "const x = 1;\nconst y = x + nothing;\nexport default class { onCandle() {} }",
    { line: 2, column: 15, message: says("nothing is not defined") },
  ],
  [
    "const x = 1;\n\nexport default x;",
    { line: 3, column: 1, message: says("the default export must be") },
  ],
  [
    trader("1.0.0").replace("static", 'static strategyName = "other"; static'),
    { line: 1, column: 1, message: says("defines the strategy other") },
  ],
];

describe("sources of a folder", () => {
  test("a strategy is on disk and runs when its saving resolves; a change starts from the text that was read", async () => {
    const { sources, registry, text, folder } = await open();
    const saved = await sources.save("mine", trader("1.0.0"));
    expect(saved).toMatchObject({ file: "mine.ts", strategy: { name: "mine", version: "1.0.0" } });
    expect(text("mine.ts")).toBe(trader("1.0.0"));
    expect(registry.get("mine").files).toEqual({ "mine.ts": saved.sha256 });
    const { strategy: _, ...read } = saved;
    expect(await sources.read("mine")).toEqual(read);
    expect(readdirSync(folder)).toEqual(["mine.ts"]);
    const { sha256 } = read;
    const changes = Array.from({ length: 4 }, (_, i) =>
      sources.save("mine", trader(`2.0.${i}`), sha256),
    );
    const results = await Promise.allSettled([sources.save("mine", trader("3.0.0")), ...changes]);
    const won = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(won).toHaveLength(1);
    expect(results[0]).toMatchObject({ reason: { code: "VERSION_MISMATCH" } });
    expect(registry.get("mine").version).toBe(won[0]!.strategy.version);
    expect(text("mine.ts")).toBe(won[0]!.source);
    const again = await sources.save("mine", won[0]!.source, sha256);
    expect(again.sha256, "the same text is no change").toBe(won[0]!.sha256);
  });

  test("faults are told with line and column, and nothing is written", async () => {
    const { sources, folder } = await open();
    const found = await Promise.all(
      FAULTY.map(([source]) => faultsOf(sources.save("mine", source))),
    );
    expect(found).toEqual(FAULTY.map(([, fault]) => [fault]));
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a file that cannot be loaded is read by its name and mended", async () => {
    const { sources, registry } = await open({ "my-own.ts": "export default class {" });
    const { file } = await sources.read("my_own");
    expect(file).toBe("my-own.ts");
    await sources.save("my_own", trader("1.0.0"), "*");
    expect(registry.get("my_own").version).toBe("1.0.0");
    expect(registry.problems()).toEqual([]);
  });

  test("built-in strategies have no source and cannot be replaced", async () => {
    const { sources } = await open();
    await expect(sources.read("rsi")).rejects.toMatchObject({ code: "STRATEGY_UNKNOWN" });
    await expect(sources.read("none")).rejects.toMatchObject({ code: "STRATEGY_UNKNOWN" });
    const [fault] = await faultsOf(sources.save("rsi", trader("1.0.0"), "*"));
    expect(fault).toMatchObject({ line: 1, message: says("built in") });
  });

  test("without editing nothing is shown or taken", async () => {
    const { sources } = await open({}, false);
    const off = { code: "STRATEGY_EDITING_UNAVAILABLE" };
    expect(sources.isOn).toBe(false);
    await expect(sources.read("mine")).rejects.toMatchObject(off);
    await expect(sources.save("mine", trader("2.0.0"), "*")).rejects.toMatchObject(off);
  });
});
