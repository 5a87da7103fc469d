/** The Model Context Protocol server of the backtest service. */

import { createBacktestClient, type BacktestClientOptions } from "@bourse/client/backtest";
import { createExecutionClient } from "@bourse/client/execution";
import { createResearchClient } from "@bourse/client/research";
import {
  allOf,
  checkArguments,
  didYouMean,
  integerOption,
  KernelError,
  objectOf,
  readable,
  resolveOptions,
  type OptionRule,
} from "@bourse/kernel";
import {
  fromJsonSchema,
  McpServer,
  type jsonSchemaValidator,
  type McpServerFactory,
} from "@modelcontextprotocol/server";

import { PAGES, readPage, type PageName } from "./docs/pages.ts";
import { readDocs, type DocsQuery } from "./docs/read-docs.ts";
import { callTool, type AnyCall } from "./tools/call-tool.ts";
import { describeTools, type ToolDescription } from "./tools/describe-tools.ts";
import { NAMED_TOOLS, RESEARCH_TOOLS, type BacktestOperation } from "./tools/research-tools.ts";
import { refused, serveTools, type ServedTool } from "./tools/serve-tools.ts";
import { version } from "./version.ts";

/** Options of {@link createBacktestMcp}: those of the client, and what assistants may do. */
export interface BacktestMcpOptions extends BacktestClientOptions {
  /**
   * Tools beside those of research: orders, what deletes, shows an account or changes the server. Default none.
   *
   * The names are in {@link NAMED_TOOLS}.
   */
  readonly tools?: readonly BacktestOperation[];
  /** Most characters of an answer, 1,000–10,000,000; a longer one is refused with advice. Default 100,000. */
  readonly maxCharacters?: number;
}

/**
 * A factory of Model Context Protocol servers over a backtest service, for `serveStdio` or `createMcpHandler` of
 * `@modelcontextprotocol/server`. Its tools are the operations of research, those that `tools` names, and `readDocs`;
 * its resources are the pages of the documentation. The service judges the arguments; a refusal is the text of a result
 * that is marked as an error. A call that trades is sent once.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID; ClientError OPTION_INVALID for an option of the client
 */
export function createBacktestMcp(options: BacktestMcpOptions): McpServerFactory {
  checkArguments("createBacktestMcp", { options: allOf(readable, objectOf({})) }, [options]);
  const { tools, maxCharacters, ...ofClient } = options;
  requireNamed(tools);
  const own = resolveOptions("createBacktestMcp", { tools, maxCharacters }, RULES);
  const calls = {
    ...createBacktestClient(ofClient),
    ...createResearchClient(ofClient),
    ...createExecutionClient(ofClient),
  } as unknown as Readonly<Record<string, { readonly withResponse: AnyCall }>>;
  const described = describeTools([...RESEARCH_TOOLS, ...own.tools]);
  const served = described.map((tool) =>
    // Every operation of the contract is a call of one of the clients.
    servedTool(tool, calls[tool.name]!.withResponse, own.maxCharacters),
  );
  served.push(docsTool(own.maxCharacters));
  return () => {
    const server = new McpServer(
      { name: "bourse-backtest", version },
      { instructions: INSTRUCTIONS },
    );
    serveTools(server, served);
    addPages(server);
    return server;
  };
}

const INSTRUCTIONS =
  "Backtests of trading strategies on candles. A backtest is a job: create it, then read it by getJob until its status is completed or failed. readDocs has the guides, the options and the indicators. Look at look_ahead and the trades before you trust a return.";

/** @throws KernelError OPTION_INVALID for a name that is no tool, with the nearest one that is */
function requireNamed(tools: unknown): void {
  if (!Array.isArray(tools)) return;
  const wrong: unknown = tools.find((name) => !NAMED_TOOLS.includes(name as never));
  if (typeof wrong !== "string") return;
  const isOpen = (RESEARCH_TOOLS as readonly string[]).includes(wrong);
  const advice = isOpen ? " It is always there." : didYouMean(wrong, NAMED_TOOLS);
  const message = `createBacktestMcp: option "tools" names ${JSON.stringify(wrong.slice(0, 64))}, which is no tool to name.${advice} Those are ${NAMED_TOOLS.join(", ")}.`;
  throw new KernelError("OPTION_INVALID", message, {
    details: { owner: "createBacktestMcp", option: "tools" },
  });
}

const toolNames: OptionRule<readonly BacktestOperation[]> = {
  expected: `a list of ${NAMED_TOOLS.join(", ")}`,
  accepts: (value) =>
    Array.isArray(value) && value.every((name) => NAMED_TOOLS.includes(name as never)),
  absent: () => [],
};

const RULES = {
  tools: toolNames,
  maxCharacters: integerOption({ min: 1000, max: 10_000_000, default: 100_000 }),
};

/** The service judges what it is sent, so that its words are those that an assistant reads. */
const JUDGED_BY_SERVICE: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

function servedTool(tool: ToolDescription, call: AnyCall, maxCharacters: number): ServedTool {
  const { name, title, description, annotations } = tool;
  return {
    name,
    title,
    description,
    inputSchema: fromJsonSchema(tool.inputSchema, JUDGED_BY_SERVICE),
    annotations,
    act: (given, { mcpReq: { signal } }) => callTool({ tool, call, maxCharacters, signal }, given),
  };
}

const PAGE_NAMES = Object.keys(PAGES) as PageName[];

function docsTool(maxCharacters: number): ServedTool {
  const inputSchema = fromJsonSchema({
    type: "object",
    properties: {
      page: {
        type: "string",
        enum: PAGE_NAMES,
        description: "Name of the page. Default: the list of pages.",
      },
      section: {
        type: "string",
        description:
          "Heading of a section, such as `ema`. Default: the whole page, if it is short.",
      },
    },
    additionalProperties: false,
  });
  return {
    name: "readDocs",
    title: "Read the documentation",
    description:
      "Read the documentation: guides, options of a backtest, indicators with their parameters.",
    inputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
    act: async (query: DocsQuery) => {
      const text = await readDocs(query, maxCharacters);
      return text === undefined
        ? refused(`${query.page} has no section "${query.section}".`)
        : { content: [{ type: "text", text }] };
    },
  };
}

function addPages(server: McpServer): void {
  for (const name of PAGE_NAMES) {
    const [path, about] = PAGES[name];
    const uri = `bourse-docs:///${path}`;
    server.registerResource(name, uri, { title: about, mimeType: "text/markdown" }, async () => ({
      contents: [{ uri, mimeType: "text/markdown", text: await readPage(name) }],
    }));
  }
}
