/** Prism between a caller and a service: it compares every request and every answer with the service's document. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { fileOf } from "./run-tool.ts";

/** A difference between a document and an exchange. */
interface Violation {
  /** Method, path and status of the exchange. */
  readonly exchange: string;
  readonly status: number;
  /** Place, such as `response.body.data`. */
  readonly place: string;
  readonly message: string;
}

export interface PrismProxy {
  /** Sends a request through Prism; one that Prism cannot carry goes to the service itself. */
  readonly fetch: typeof globalThis.fetch;
  readonly violations: readonly Violation[];
  /** Number of exchanges that Prism has compared. */
  readonly compared: () => number;
  /** Number of requests that Prism did not carry, by the reason. */
  readonly past: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

/**
 * Starts Prism in front of the service at `upstream`, with the document that the service itself hands out; `edit`
 * changes its text first.
 */
export async function startPrism(
  upstream: string,
  edit: (document: string) => string = (document) => document,
): Promise<PrismProxy> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-prism-"));
  const path = join(folder, "openapi.json");
  await writeFile(path, edit(await (await fetch(`${upstream}/openapi.json`)).text()));
  const port = await freePort();
  const script = fileOf("@stoplight/prism-cli", "dist/index.js");
  const args = [script, "proxy", path, upstream, "--port", `${port}`, "--verboseLevel", "fatal"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let faults = "";
  child.stderr.on("data", (chunk: Buffer) => (faults += chunk.toString()));
  const proxy = `http://127.0.0.1:${port}`;
  await answers(proxy, () => faults);
  const violations: Violation[] = [];
  const past = new Map<string, number>();
  let compared = 0;

  function note(reason: string): void {
    past.set(reason, (past.get(reason) ?? 0) + 1);
  }

  async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    const reason = reasonToPass(url, init);
    if (reason !== undefined) {
      note(reason);
      return fetch(input, init);
    }
    const answer = await fetch(proxy + url.slice(upstream.length), init);
    const type = answer.headers.get("content-type") ?? "";
    if (type.startsWith("application/problem+json")) {
      const { type: fault } = (await answer.json()) as { readonly type: string };
      note(fault.split("#").at(-1) ?? fault);
      return fetch(input, init);
    }
    compared += 1;
    const told = answer.headers.get("sl-violations");
    const exchange = `${init.method ?? "GET"} ${new URL(url).pathname} ${answer.status}`;
    for (const violation of told === null ? [] : parsed(told)) {
      violations.push({ exchange, status: answer.status, ...violation });
    }
    return answer;
  }

  return {
    fetch: send,
    violations,
    compared: () => compared,
    past,
    close: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function parsed(told: string): readonly Pick<Violation, "place" | "message">[] {
  try {
    const list = JSON.parse(told) as { location: readonly string[]; message: string }[];
    return list.map(({ location, message }) => ({ place: location.join("."), message }));
  } catch {
    return [{ place: "response", message: told }];
  }
}

/** The reason why Prism cannot carry a request; undefined for one that it can. */
function reasonToPass(url: string, { method = "GET", body }: RequestInit): string | undefined {
  if (/\/(?:events|progress)$/.test(new URL(url).pathname)) return "it reads an answer to its end";
  if (method === "HEAD" || method === "OPTIONS") return `it answers ${method} itself`;
  if (/%(?![\da-f]{2})/i.test(url)) return "it ends at a bad percent sign";
  if (body === undefined || body === null) return undefined;
  return typeof body === "string" && isPlainJson(body) ? undefined : "it writes bodies anew";
}

/** True for JSON that Prism writes as it read it; a body of null it leaves out, and a large one it does not take. */
function isPlainJson(text: string): boolean {
  try {
    return text !== "null" && text.length < 100_000 && JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when somebody answers at `url`. */
async function answers(url: string, faults: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await fetch(`${url}/-`);
      return;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`Prism did not start: ${faults()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
