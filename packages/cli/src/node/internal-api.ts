/** A running node, asked over its own internal API. */
import {
  layoutOf,
  type NodeEnvironment,
  NodeServerError,
  readCommandKey,
} from "@bourse/server-node/parts";

const TIMEOUT_MILLISECONDS = 5000;

/**
 * The answer's body; undefined when nobody listens there. The call proves itself by the command key in the data folder.
 *
 * @throws NodeServerError NODE_UNREACHABLE when it answers with an error, or not in five seconds
 */
export async function askNode(
  { DATA_DIR, INTERNAL_API_HOST: host, INTERNAL_API_PORT: port }: NodeEnvironment,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const name = reachable.includes(":") ? `[${reachable}]` : reachable;
  const key = await readCommandKey(layoutOf(DATA_DIR));
  const headers = {
    ...(key === undefined ? {} : { "X-API-Key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  let response: Response;
  try {
    response = await fetch(`http://${name}:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (isRefusedConnection(error)) return undefined;
    throw unreachable(`The node at ${name}:${port} does not answer.`, error);
  }
  const answer = await bodyOf(response);
  if (answer === undefined) {
    throw unreachable(`What answers at ${name}:${port} is no node: another program has the port.`);
  }
  // 503 of /health still tells how the node is.
  if (response.ok || (response.status === 503 && !("error" in answer))) return answer;
  throw unreachable(`The node refused: ${String(answer["error"])}`);
}

/** Undefined when it is no JSON object. */
async function bodyOf(response: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null
      ? (body as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isRefusedConnection(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code === "ECONNREFUSED";
}

function unreachable(message: string, cause?: unknown): NodeServerError {
  return new NodeServerError("NODE_UNREACHABLE", message, { cause });
}
