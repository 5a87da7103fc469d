/** The loops in WebAssembly: every indicator has the same bits with them and without them. */

import { seededRandom } from "@bourse/kernel";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { compiledKernels } from "../../scripts/kernels.ts";
import type { indicatorCatalogue as Catalogue } from "../../src/catalogue/index.ts";
import { indicatorCatalogue } from "../../src/catalogue/index.ts";
import { KERNEL_MODULE } from "../../src/flow/kernel-module.ts";
import { kernels } from "../../src/flow/kernels.ts";

/** The catalogue without kernels, loaded once. */
let withoutKernels: typeof Catalogue | undefined;

type Columns = Readonly<Record<string, Float64Array>>;

const ROWS = 9_000;
const COLUMNS = ["time", "open", "high", "low", "close", "volume", "periods", "left", "right"];

/** A market of few different prices, so that extremes and averages meet equal ones, and of candles that stand still. */
function market(seed: number, rows = ROWS): Columns {
  const random = seededRandom(seed);
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, new Float64Array(rows)]));
  let price = 200;
  for (let i = 0; i < rows; i++) {
    const step = (most: number): number => Math.floor(most * random.next());
    columns["time"]![i] = 1_700_000_000_000 + i * 60_000;
    columns["open"]![i] = price + (random.next() < 0.2 ? step(9) - 4 : 0);
    price = Math.max(20, columns["open"]![i]! + step(15) - 7);
    columns["close"]![i] = price;
    columns["high"]![i] = Math.max(columns["open"]![i]!, price) + step(4);
    columns["low"]![i] = Math.min(columns["open"]![i]!, price) - step(4);
    columns["volume"]![i] = step(1000);
    columns["periods"]![i] = 2 + step(30);
  }
  columns["left"] = columns["high"]!;
  columns["right"] = columns["low"]!.map((value, i) => (i % 7 === 0 ? -0 : value));
  return { ...columns, values: columns["close"]! };
}

function linesOf(catalogue: typeof Catalogue, name: string, columns: Columns, options: object) {
  const indicator = catalogue.get(name)!;
  const { inputs } = indicator.about;
  const isPlain = inputs.length === 1 && inputs[0] === "values";
  const input = isPlain
    ? columns["values"]!
    : Object.fromEntries(inputs.map((column) => [column, columns[column]!]));
  const lines = indicator(input, options);
  return lines instanceof Float64Array ? [lines] : Object.values(lines);
}

/** First row and line in which two computations differ in a bit, or undefined. */
function differenceOf(one: readonly Float64Array[], other: readonly Float64Array[]): unknown {
  for (const [k, line] of one.entries()) {
    const row = line.findIndex((value, i) => !Object.is(value, other[k]![i]));
    if (row >= 0) return { line: k, row, with: line[row], without: other[k]![row] };
  }
  return undefined;
}

/** Loads the catalogue anew where WebAssembly is something else; it never gets kernels, not even afterwards. */
async function catalogueWith(wasm: unknown): Promise<typeof Catalogue> {
  vi.resetModules();
  const own = await import("../../src/flow/kernels.ts");
  vi.stubGlobal("WebAssembly", wasm);
  try {
    expect(own.kernels()).toBeNull();
  } finally {
    vi.unstubAllGlobals();
  }
  expect(own.kernels()).toBeNull();
  const { indicatorCatalogue: without } = await import("../../src/catalogue/index.ts");
  // Other files of this worker process take the modules that are there.
  vi.resetModules();
  return without;
}

test("the module is what its source compiles to", async () => {
  expect(Buffer.from(await compiledKernels()).toString("base64")).toBe(KERNEL_MODULE);
});

test("a page whose policy forbids WebAssembly computes without it", async () => {
  class Refused {
    constructor() {
      throw new Error("Refused to compile WebAssembly.");
    }
  }
  const without = await catalogueWith({ Module: Refused, Instance: Refused });
  const columns = market(3, 300);
  expect(kernels()).not.toBeNull();
  const difference = differenceOf(
    linesOf(indicatorCatalogue, "donchian", columns, {}),
    linesOf(without, "donchian", columns, {}),
  );
  expect(difference).toBeUndefined();
});

describe.each([...indicatorCatalogue.values()].map(({ about }) => about))("$name", (about) => {
  const { name, parameters } = about;
  let without: typeof Catalogue;
  beforeAll(async () => {
    without = withoutKernels ??= await catalogueWith(undefined);
  });

  const windows = Object.entries(parameters).filter(
    ([, { kind, maximum }]) => kind === "whole" && maximum === 100_000,
  );
  const sets = [
    {},
    ...[2, 3, 5, 8, 9, 30, 64, 700, 2100, 5000, 7000, 10_000, 30_000, 99_990].map((size) =>
      Object.fromEntries(
        windows.map(([option, { minimum }], k) => [option, Math.max(minimum ?? 0, size + k)]),
      ),
    ),
  ].filter((options, k) => k === 0 || (windows.length > 0 && Object.keys(options).length > 0));

  test("has the same bits without WebAssembly, for windows that end within a span and beyond it", () => {
    expect(kernels()).not.toBeNull();
    const columns = market(7);
    for (const options of sets) {
      const difference = differenceOf(
        linesOf(indicatorCatalogue, name, columns, options),
        linesOf(without, name, columns, options),
      );
      expect({ options, difference }).toEqual({ options, difference: undefined });
    }
  });

  test("has the same bits where the last rows are no pair, and few", () => {
    for (const rows of [1, 2, 3, 101, 4_097, 4_131, 8_195]) {
      const columns = market(rows, rows);
      const difference = differenceOf(
        linesOf(indicatorCatalogue, name, columns, {}),
        linesOf(without, name, columns, {}),
      );
      expect({ rows, difference }).toEqual({ rows, difference: undefined });
    }
  });

  test.each([NaN, Infinity, -Infinity])(
    "has the same bits around %d on both sides of a span's end",
    (hole) => {
      const columns = market(11, 5_000);
      for (const input of about.inputs) {
        const column = columns[input]!.slice();
        for (const row of [1_500, 4_095, 4_096, 4_990]) column[row] = hole;
        const holed = { ...columns, [input]: column };
        const difference = differenceOf(
          linesOf(indicatorCatalogue, name, holed, {}),
          linesOf(without, name, holed, {}),
        );
        expect({ input, difference }).toEqual({ input, difference: undefined });
      }
    },
  );
});
