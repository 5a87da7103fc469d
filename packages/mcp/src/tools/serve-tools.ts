/** Tools of a server: each is listed, and a call of any other name is refused with the nearest one. */

import { didYouMean } from "@bourse/kernel";
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";

import { NAMED_TOOLS } from "./research-tools.ts";

/** A tool as it is listed, and what it does. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaWithJSON;
  readonly annotations: ToolAnnotations;
  /** Takes the arguments, which the schema has admitted. */
  readonly act: (
    given: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ) => Promise<CallToolResult>;
}

/** Adds the tools to a server. */
export function serveTools(server: McpServer, tools: readonly ServedTool[]): void {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  for (const { name, act, ...config } of tools) {
    server.registerTool(name, config, (given, context) => act(given as never, context));
  }
  // Takes the place of the server's own handler, whose refusal of a name says no more than the name.
  server.server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = byName.get(params.name);
    if (tool === undefined) {
      const sentence = unknownTool(params.name, byName.keys());
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
    }
    return await callOf(tool, params.arguments ?? {}, context);
  });
}

/** The answer of a tool; a fault is a result, so that an assistant reads it. */
async function callOf(
  { inputSchema, act }: ServedTool,
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    const { issues } = await inputSchema["~standard"].validate(given);
    if (issues === undefined) return await act(given, context);
    return refused(issues.map(({ message }) => message).join("; "));
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/** A result that tells why nothing was done. */
export function refused(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function unknownTool(name: string, known: Iterable<string>): string {
  if ((NAMED_TOOLS as readonly string[]).includes(name)) {
    return `The tool ${name} is closed here: whoever runs this server opens it by name.`;
  }
  return `There is no tool ${JSON.stringify(name.slice(0, 64))}.${didYouMean(name, known)}`;
}
