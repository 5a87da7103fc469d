/** A client that a generator of others wrote from a document, type-checked as in an app and loaded. */

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { fileOf, runTool } from "./run-tool.ts";

/** A folder beside this one, from which the packages of this workspace are found. */
const PLACE = join(import.meta.dirname, "..", ".generated");

/** The generators. */
export type Generator = "openapi-typescript" | "@hey-api/openapi-ts";

/** A generated client in a folder of its own. */
export interface GeneratedClient {
  /** Problems that the compiler found; the empty text when there are none. */
  readonly typeCheck: () => Promise<string>;
  /** The calls that the app makes with the client. */
  readonly load: () => Promise<{ readonly run: (baseUrl: string) => Promise<unknown> }>;
  readonly remove: () => Promise<void>;
}

/** Generates a client from the document at `path`; `app` is the source of a module that makes calls with it. */
export async function generateClient(
  generator: Generator,
  path: string,
  app: string,
): Promise<GeneratedClient> {
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(join(PLACE, "client-"));
  await cp(path, join(folder, "openapi.json"));
  const { code, stdout, stderr } = await (generator === "openapi-typescript"
    ? runTool(
        fileOf("openapi-typescript", "bin/cli.js"),
        // Without the option a field with a default counts as required, in requests too.
        ["openapi.json", "--output", "schema.ts", "--default-non-nullable", "false"],
        folder,
      )
    : runTool(
        fileOf("@hey-api/openapi-ts", "bin/run.js"),
        ["--input", "openapi.json", "--output", "client", "--no-log-file"],
        folder,
      ));
  if (code !== 0) throw new Error(`${generator} ended with ${code}:\n${stdout}\n${stderr}`);
  await writeFile(join(folder, "app.ts"), app);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  return {
    typeCheck: async () => {
      const outcome = await runTool(fileOf("typescript", "bin/tsc"), ["-p", "."], folder);
      return outcome.stdout + outcome.stderr;
    },
    load: () =>
      import(join(folder, "app.ts")) as Promise<{ run: (baseUrl: string) => Promise<unknown> }>,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["**/*.ts"],
};
