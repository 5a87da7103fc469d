/** `bourse backtest new`: the folder of a strategy of one's own, with a test, that checks and runs as it is. */

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { didYouMean } from "@bourse/kernel";
import { version as serverVersion } from "@bourse/server-backtest/parts";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { version } from "../version.ts";
import { isStyle, STYLES, strategyText, testText } from "./strategy-templates.ts";

/** Name of the folder without one. */
const FOLDER = "my-strategy";

/**
 * Writes the folder. Nothing is written when one of its files is there.
 *
 * @throws UsageError; the system's error for a folder that cannot be written
 */
export async function newCommand(
  given: string | undefined,
  flags: Flags,
  surroundings: Surroundings,
): Promise<void> {
  const name = given ?? FOLDER;
  if (!/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/u.test(name) || name.length > 64) {
    throw new UsageError(
      `new takes a name of small letters, digits and dashes, such as ${FOLDER}; found ${JSON.stringify(name.slice(0, 64))}.`,
    );
  }
  const style = textFlag(flags, "style") ?? "array";
  if (!isStyle(style)) {
    throw new UsageError(
      `--style must be one of ${STYLES.join(", ")}; found ${JSON.stringify(style)}.${didYouMean(style, STYLES)}`,
    );
  }
  const files: Readonly<Record<string, string>> = {
    [`${name}.ts`]: strategyText(name.replaceAll("-", "_"), style),
    [`${name}.test.ts`]: testText(name, style),
    "package.json": manifest(name),
    "tsconfig.json": TSCONFIG,
  };
  const taken = Object.keys(files).find((file) => existsSync(join(name, file)));
  if (taken !== undefined) {
    throw new UsageError(
      `${join(name, taken)} is there already and is not overwritten. Choose another name: bourse backtest new NAME`,
    );
  }
  await mkdir(name, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(name, file), text, { flag: "wx" });
  }
  surroundings.stdout(
    [
      ...Object.keys(files).map((file) => `Wrote ${join(name, file)}`),
      "",
      `cd ${name}`,
      "npm install",
      "npm test",
      `npx bourse backtest run --strategy ./${name}.ts`,
    ].join("\n"),
  );
}

function manifest(name: string): string {
  const range = `^${serverVersion}`;
  return `${JSON.stringify(
    {
      name,
      private: true,
      type: "module",
      scripts: { test: "tsc && node --test" },
      dependencies: {
        "@bourse/backtest-engine": range,
        "@bourse/cli": `^${version}`,
        "@bourse/server-backtest": range,
        "@bourse/trading-core": range,
      },
      devDependencies: { "@types/node": ">=22.19", typescript: ">=5.9" },
      engines: { node: ">=22.19" },
    },
    null,
    2,
  )}\n`;
}

/** Settings under which `tsc` accepts what Node.js can run: TypeScript whose types are erased. */
const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "noEmit": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true
  },
  "include": ["*.ts"]
}
`;
