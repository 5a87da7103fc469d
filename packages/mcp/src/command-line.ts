/** `bourse-mcp`: serves the protocol on its standard input and output; what it says to people goes to the third. */

import { parseArgs } from "node:util";

import { ClientError } from "@bourse/client";
import { isBourseError } from "@bourse/kernel";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { createBacktestMcp } from "./backtest-mcp.ts";
import { NAMED_TOOLS, type BacktestOperation } from "./tools/research-tools.ts";
import { version } from "./version.ts";

const HELP = `Usage: bourse-mcp [--url URL] [--tools NAMES]

A backtest service for assistants, by the Model Context Protocol on standard input and output.

  --url URL       address of the service (default http://127.0.0.1:3002, or BACKTEST_URL)
  --tools NAMES   tools beside those of research, separated by commas (default none):
                  ${wrapped(NAMED_TOOLS)}
  --help, --version

BACKTEST_API_KEY is the API key, if the service has API_KEYS. Whatever the key may do, an assistant gets only the tools of
research and those that are named.`;

try {
  run();
} catch (error) {
  if (!isFault(error)) throw error;
  console.error(`bourse-mcp: ${error.message}`);
  process.exitCode = 2;
}

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: "string" },
      tools: { type: "string" },
      help: { type: "boolean" },
      version: { type: "boolean" },
    },
  });
  if (values.help === true || values.version === true) {
    console.log(values.help === true ? HELP : `bourse-mcp ${version}`);
    return;
  }
  if (positionals.length > 0) {
    console.error(`bourse-mcp takes no arguments, found "${positionals[0]}".`);
    process.exitCode = 2;
    return;
  }
  const { BACKTEST_URL, BACKTEST_API_KEY } = process.env;
  const names = (values.tools ?? "").split(",").map((name) => name.trim());
  const factory = createBacktestMcp({
    baseUrl: values.url ?? BACKTEST_URL ?? "http://127.0.0.1:3002",
    ...(BACKTEST_API_KEY !== undefined && { apiKey: BACKTEST_API_KEY }),
    tools: names.filter((name) => name !== "") as BacktestOperation[],
  });
  serveStdio(factory, { onerror: (error) => console.error(`bourse-mcp: ${error.message}`) });
}

function isFault(error: unknown): error is Error {
  return (
    error instanceof ClientError ||
    isBourseError(error) ||
    (error instanceof TypeError &&
      "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS"))
  );
}

function wrapped(names: readonly string[]): string {
  const lines = [""];
  for (const name of names) {
    const line = lines.at(-1)!;
    if (line.length + name.length > 70) lines.push(name);
    else lines[lines.length - 1] = line === "" ? name : `${line}, ${name}`;
  }
  return lines.join(",\n                  ");
}
