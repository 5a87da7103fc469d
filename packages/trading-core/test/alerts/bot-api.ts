/** A stand-in of Telegram's Bot API on the loopback interface. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

export const TOKEN = "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr";

/** An answer to one request other than taking the message. */
export interface Fault {
  readonly status?: number;
  /** Seconds that an answer 429 asks for. */
  readonly retryAfter?: number;
  /** An answer of a gateway, which is no JSON. */
  readonly isHtml?: boolean;
  /** The connection ends when the request was read. */
  readonly drops?: boolean;
  /** Nothing is answered. */
  readonly hangs?: boolean;
}

export interface BotApi {
  readonly url: string;
  readonly requests: { readonly path: string; readonly body: Record<string, unknown> }[];
}

/** Answers each request by the next fault, and takes the messages after them. */
export async function botApi(faults: readonly Fault[] = []): Promise<BotApi> {
  const requests: BotApi["requests"] = [];
  const left = [...faults];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const path = request.url ?? "";
    requests.push({ path, body: JSON.parse(text) as Record<string, unknown> });
    const { status = 200, retryAfter, isHtml, drops, hangs } = left.shift() ?? {};
    if (hangs === true) return;
    if (drops === true) {
      request.socket.destroy();
      return;
    }
    if (status === 302) response.setHeader("location", "/elsewhere");
    response.statusCode = status;
    const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
    const failed = { ok: false, error_code: status, description: `said of ${path}`, ...parameters };
    const reply = status === 200 ? { ok: true, result: { message_id: requests.length } } : failed;
    response.end(isHtml === true ? "<html>" : JSON.stringify(reply));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
