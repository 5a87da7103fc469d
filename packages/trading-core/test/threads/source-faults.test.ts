import { EngineError } from "@bourse/backtest-engine";
import { expect, test } from "vitest";

import { faultsOf } from "../../src/threads/source-faults.ts";

const SOURCE = [
  "// averages",
  'import fs from "node:fs";',
  "export default {",
  '  name: "mine",',
  "  parameters: {",
  '    fast: { type: "integer", default: 3, description: "Candles." },',
  '    slow: { type: "integer", default: 9, description: "Candles." },',
  "  },",
  "};",
].join("\n");

const invalid = (message: string, details: EngineError<"STRATEGY_INVALID">["details"] = {}) =>
  faultsOf(new EngineError("STRATEGY_INVALID", message, { details }), "mine.ts", SOURCE);

test("a fault with a place in the file stands there, without the file's name in its sentence", () => {
  const details = { file: "mine.ts", place: "mine.ts:7", column: 5 };
  expect(invalid("mine.ts:7: x is not defined.", details)).toEqual([
    { line: 7, column: 5, message: "x is not defined." },
  ]);
});

test("a fault of a module that the file imports keeps the name of that module", () => {
  const message = "lib/shared.ts:2: x is not defined.";
  expect(invalid(message, { file: "mine.ts", place: "lib/shared.ts:2" })).toEqual([
    { line: 4, column: 1, message },
  ]);
});

test("a refused import and a missing package stand at their lines", () => {
  for (const message of [
    "import of node:fs is refused: no files.",
    "Cannot find module 'node:fs'.",
  ]) {
    expect(invalid(`mine.ts: ${message}`)).toEqual([{ line: 2, column: 1, message }]);
  }
});

test("each broken rule of a strategy is a fault of its own, at its parameter, in the order of lines", () => {
  const faults = [
    "with its defaults, slow: must be above fast",
    "parameter fast needs a finite minimum that is not above its maximum",
    "version is missing",
  ];
  expect(invalid(`mine.ts: Strategy "mine": ${faults.join("; ")}.`, { faults })).toEqual([
    { line: 4, column: 1, message: "version is missing." },
    { line: 6, column: 1, message: `${faults[1]}.` },
    { line: 7, column: 1, message: `${faults[0]}.` },
  ]);
});
