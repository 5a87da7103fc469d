/** The guide that puts accounts into an application: its files, its servers as processes, and its calls. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { build } from "esbuild";

import { childVariables } from "./child-variables.ts";
import { freePorts } from "./free-ports.ts";
import { root } from "./workspace.ts";

const text = readFileSync(join(root, "docs/guides/accounts-in-your-app.md"), "utf8");

/** Files of the guide, by the path in their first line. */
export const guideFiles: ReadonlyMap<string, string> = new Map(
  Array.from(text.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gmu), ([, path = "", code = ""]) => [
    path,
    code,
  ]),
);

/** Packages that the guide installs. */
export const guidePackages: readonly string[] = Array.from(
  text.matchAll(/npm install ((?:[@\w/-]+ ?)+)/g),
  ([, names = ""]) => names.trim().split(" "),
).flat();

/** Calls of the guide, with the answers that it shows; `…` stands for what differs from time to time. */
const calls = Array.from(
  text.matchAll(/^```sh\n(curl [^]*?)```\n\n```text\n([^]*?)\n```$/gmu),
  ([, command = "", answer = ""]) => ({ command, answer }),
);

/** Writes the files of the guide into a folder that has its packages, and those of Next.js as Node.js loads them. */
export async function writeGuide(folder: string): Promise<void> {
  for (const [path, code] of guideFiles) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  writeFileSync(join(folder, "next.mjs"), ROUTES_OF_NEXT);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await build({
    absWorkingDir: folder,
    entryPoints: ["app/api/v1/[...path]/route.ts", "app/notes/route.ts"],
    outdir: "built",
    outbase: "app",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
}

/** Settings of the compiler, strict, with the alias of Next.js. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: "es2023",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    paths: { "@/*": ["./*"] },
    noEmit: true,
    types: ["node"],
  },
  files: [...guideFiles.keys()],
};

/** Calls the handlers of routes as Next.js does: with a request of fetch, each route with modules of its own. */
const ROUTES_OF_NEXT = `
import { createServer } from "node:http";
import * as api from "./built/api/v1/[...path]/route.mjs";
import * as notes from "./built/notes/route.mjs";
createServer(async (message, response) => {
  const { url, method, headers } = message;
  const hasBody = method !== "GET";
  const body = hasBody ? await new Response(message).text() : undefined;
  const forwarded = { ...headers, "x-forwarded-for": "203.0.113.9" };
  const request = new Request("http://app" + url, { method, headers: forwarded, body });
  const answer = await (url === "/notes" ? notes : api)[method](request);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

/** Answers to the calls of the guide beside those that it shows. */
export interface GuideRound {
  readonly shown: readonly string[];
  /** Answers with the shown text in place of what it matches. */
  readonly answered: readonly string[];
}

/** Starts a server of the guide and makes its calls; `flags` are those of Node.js. */
export async function followGuide(
  folder: string,
  file: string,
  flags: readonly string[],
): Promise<GuideRound> {
  const port = String(await freePorts(1));
  const masterKey = Buffer.alloc(32, 3).toString("base64");
  const child = spawn(process.execPath, [...flags, file], {
    cwd: folder,
    env: { ...childVariables(), PORT: port, AUTH_MASTER_KEY: masterKey },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  try {
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`${file} ended: ${output}`);
      await sleep(50);
    }
    return makeCalls(port);
  } finally {
    child.kill("SIGKILL");
    await once(child, "close");
  }
}

async function isListening(port: string): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/notes`).then(
    (response) => response.status === 401,
    () => false,
  );
}

function makeCalls(port: string): GuideRound {
  const known: Record<string, string> = {};
  const answered = calls.map(({ command, answer }) => {
    const here = command.replaceAll("localhost:3000", `127.0.0.1:${port}`);
    const { stdout } = spawnSync("sh", ["-c", here], {
      encoding: "utf8",
      env: { ...childVariables(), ...known },
    });
    known["TOKEN"] ??= /"token":"([^"]+)"/.exec(stdout)?.[1] ?? "";
    known["KEY"] = /"key":"([^"]+)"/.exec(stdout)?.[1] ?? known["KEY"] ?? "";
    // Node.js 22 has no RegExp.escape.
    const literal = answer.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    const pattern = literal.replaceAll("…", "[^]*?");
    return new RegExp(`^${pattern}$`, "u").test(stdout.trim()) ? answer : stdout;
  });
  return { shown: calls.map(({ answer }) => answer), answered };
}
