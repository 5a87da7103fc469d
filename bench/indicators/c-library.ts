/** TA-Lib's own C, compiled by the system's compiler from the sources in the npm package `talib`. */

import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { COLUMN_ORDER, type Columns } from "./columns.ts";
import { columnOfInput, prototypesIn, type Prototype } from "./prototypes.ts";

/** Flags of the compiler, with and without vector instructions. */
const FLAGS = {
  vector: ["-O3", "-march=native", "-w"],
  scalar: ["-O3", "-march=native", "-fno-tree-vectorize", "-w"],
} as const;

/** Kind of the instructions that the compiler may use. */
export type Instructions = keyof typeof FLAGS;

/** Functions that extras.c has, with the number of their lines. */
const EXTRAS: Readonly<Record<string, number>> = {
  anchoredVwap: 1,
  choppiness: 1,
  donchian: 3,
  heikinAshi: 4,
  hma: 1,
  ichimoku: 5,
  keltner: 3,
  renko: 3,
  supertrend: 2,
  vwap: 1,
  zigzag: 5,
};

/** The compiled functions, in a process of their own. */
export interface CLibrary {
  /** Functions of TA-Lib's header. */
  readonly prototypes: readonly Prototype[];
  /** Runs a function some times; milliseconds of processor time. */
  run(name: string, times: number): Promise<number>;
  /** Lines of a function, and the rows before their first value. */
  lines(name: string): Promise<{ readonly begin: number; readonly lines: readonly Float64Array[] }>;
  /** Ends the process and removes its files. */
  close(): void;
}

/** Compiles TA-Lib and the loops beside it; undefined where there is no compiler: `CC`, by default cc. */
export function openCLibrary(
  columns: Columns,
  rows: number,
  instructions: Instructions,
): CLibrary | undefined {
  const sources = join(dirname(createRequire(import.meta.url).resolve("talib")), "src/lib");
  const prototypes = prototypesIn(readFileSync(join(sources, "include/ta_func.h"), "utf8"));
  const compiler = process.env["CC"] ?? "cc";
  const objects = objectsOf(sources, compiler, instructions);
  if (objects === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bourse-bench-"));
  const [program, data] = [join(folder, "driver"), join(folder, "columns.f64")];
  writeFileSync(join(folder, "functions.c"), tableOf(prototypes));
  const here = fileURLToPath(new URL(".", import.meta.url));
  const include = ["-I", folder, "-I", here, "-I", join(sources, "include")];
  const inputs = [join(here, "driver.c"), ...objects, "-lm"];
  execFileSync(compiler, [...FLAGS[instructions], ...include, "-o", program, ...inputs], {
    stdio: "pipe",
  });
  const bytes = COLUMN_ORDER.map((name) => Buffer.from(columns[name]!.buffer));
  writeFileSync(data, Buffer.concat(bytes));
  const ask = start(program, [data, String(rows)]);
  const kindsOf = new Map(prototypes.map(({ name, outputs }) => [name, outputs.length]));
  return {
    prototypes,
    run: async (name, times) => (await ask.question(`r ${name} ${times}`)) / 1e6,
    lines: async (name) => {
      const file = join(folder, "lines.f64");
      const begin = await ask.question(`w ${name} ${file}`);
      const all = new Float64Array(Uint8Array.from(readFileSync(file)).buffer);
      const number = kindsOf.get(name) ?? EXTRAS[name] ?? 1;
      const size = all.length / number;
      return {
        begin,
        lines: Array.from({ length: number }, (_, k) => all.subarray(k * size, (k + 1) * size)),
      };
    },
    close: () => {
      ask.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Object files of the compiled functions, kept for the next run; undefined without a compiler. */
function objectsOf(
  sources: string,
  compiler: string,
  instructions: Instructions,
): readonly string[] | undefined {
  const cache = fileURLToPath(new URL("../node_modules/.cache/talib", import.meta.url));
  const objects = join(cache, instructions);
  const list = (): string[] => readdirSync(objects).map((name) => join(objects, name));
  try {
    execFileSync(compiler, ["--version"], { stdio: "pipe" });
  } catch {
    return undefined;
  }
  if (existsSync(objects)) return list();
  console.log(`Compiling TA-Lib's C once (${instructions}); it is kept in ${cache}.`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "build-"));
  const folders = ["ta_func", "ta_common"].map((name) => join(sources, "src", name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".c"))
      .map((name) => join(folder, name)),
  );
  const include = [join(sources, "include"), ...folders].flatMap((folder) => ["-I", folder]);
  const words = [...FLAGS[instructions], ...include, "-c", ...files];
  execFileSync(compiler, words, { cwd: work, stdio: "pipe" });
  renameSync(work, objects);
  return list();
}

/** C source of the table of functions, each called with its defaults. */
function tableOf(prototypes: readonly Prototype[]): string {
  const calls = prototypes.map((one) => {
    const inputs = one.inputs.map((input) => `column_${columnOfInput(one, input)}`);
    const options = one.options.map((type) => DEFAULTS[type] ?? "0");
    const outputs = one.outputs.map((type, k) => `(${type} *)lines[${k}]`);
    const parameters = ["0", "n - 1", ...inputs, ...options, "&begin", "&count", ...outputs];
    return `static int run_${one.name}(void) { return TA_${one.name}(${parameters.join(", ")}); }`;
  });
  const rows = prototypes.map(
    ({ name, outputs }) =>
      `{"${name}", run_${name}, "${outputs.map((type) => type[0]).join("")}"},`,
  );
  const extras = Object.entries(EXTRAS).map(
    ([name, number]) => `{"${name}", extra_${name}, "${"d".repeat(number)}"},`,
  );
  return [...calls, "static const Function functions[] = {", ...rows, ...extras, "{0}};", ""].join(
    "\n",
  );
}

/** Options that TA-Lib takes as "the default". */
const DEFAULTS: Readonly<Record<string, string>> = {
  int: "TA_INTEGER_DEFAULT",
  double: "TA_REAL_DEFAULT",
  TA_MAType: "TA_MAType_SMA",
};

function start(
  program: string,
  words: readonly string[],
): { question(text: string): Promise<number>; stop(): void } {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async question(text) {
      child.stdin.write(`${text}\n`);
      const answer: IteratorResult<string, undefined> = await answers.next();
      if (answer.done === true) throw new Error(`The C program ended at the question "${text}".`);
      return Number(answer.value);
    },
    stop: () => child.stdin.end(),
  };
}
