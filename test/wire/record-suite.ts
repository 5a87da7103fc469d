/** Runs a conformance suite one case after the other and records what goes over the wire. */

import { textWithPlaceholders, withPlaceholders } from "./placeholders.ts";
import type { Exchange, Recording } from "./recording.ts";
import type { RunCase, Service } from "./services.ts";

/** Headers that tell of the machine or the moment. */
const MOMENTARY = /^(?:date|connection|keep-alive|x-request-id|server-timing|content-length|age)$/;
/** Longest body that is kept whole; of longer ones the beginning is. */
const LONGEST_BODY = 4000;

export async function recordSuite(service: Service): Promise<Recording> {
  let exchanges: Exchange[] = [];
  const running = await service.start(async (input, init) => {
    const request = new Request(input, init);
    const response = await service.fetch(request.clone());
    const exchange: Exchange = {
      request: {
        call: textWithPlaceholders(`${request.method} ${request.url}`),
        body: shown(await request.text()),
      },
      answer: {
        status: response.status,
        headers: headersOf(response),
        body: await bodyOf(response),
      },
    };
    // A caller that waits asks again and again: the last answer counts.
    const last = exchanges.at(-1);
    if (last !== undefined && sameRequest(last, exchange)) exchanges.pop();
    exchanges.push(exchange);
    return response;
  });
  const recording: Record<string, readonly Exchange[]> = {};
  try {
    const cases: (readonly [name: string, run: RunCase])[] = [];
    running.declare((name, run) => void cases.push([name, run]));
    for (const [name, run] of cases) {
      exchanges = [];
      await run();
      recording[name] = exchanges;
    }
  } finally {
    await running.close();
  }
  // What JSON has no word for is recorded as JSON writes it.
  return JSON.parse(JSON.stringify(recording)) as Recording;
}

function sameRequest({ request }: Exchange, other: Exchange): boolean {
  return JSON.stringify(request) === JSON.stringify(other.request);
}

function headersOf({ headers }: Response): Readonly<Record<string, string>> {
  const told = [...headers].filter(([name]) => !MOMENTARY.test(name));
  return Object.fromEntries(told.map(([name, value]) => [name, textWithPlaceholders(value)]));
}

async function bodyOf(response: Response): Promise<unknown> {
  // A stream of events has no end.
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("text/event-stream") ? "<stream>" : shown(await response.clone().text());
}

/** JSON as a value, so that a difference names its place; any other body as text. */
function shown(body: string): unknown {
  const text = textWithPlaceholders(body);
  if (text.length > LONGEST_BODY) return `${text.slice(0, LONGEST_BODY / 4)} …`;
  try {
    return withPlaceholders(JSON.parse(body));
  } catch {
    return text;
  }
}
