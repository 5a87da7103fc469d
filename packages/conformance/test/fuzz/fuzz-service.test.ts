/** Random requests find services that break their document, each in one way. */
import { describe, expect, test } from "vitest";

import { fuzzService, type FuzzDocument } from "../../src/fuzz/index.ts";

const Problem = {
  type: "object",
  properties: { code: { type: "string" } },
  required: ["code"],
  additionalProperties: false,
} as const;
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const document = {
  paths: {
    "/things/{id}": {
      get: {
        operationId: "getThing",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
        ],
        responses: { 200: json({ type: "object", required: ["id"] }), 404: json(Problem) },
      },
    },
    "/things": {
      post: {
        operationId: "createThing",
        requestBody: json({
          type: "object",
          properties: { count: { type: "integer", minimum: 1, maximum: 5 } },
          required: ["count"],
        }),
        responses: {
          201: json({ type: "object", required: ["id"], properties: { id: { type: "string" } } }),
          400: json({ $ref: "#/components/schemas/Problem" }),
        },
      },
    },
  },
  components: { schemas: { Problem } },
} as unknown as FuzzDocument;

type Answer = readonly [status: number, body: unknown];

/** A service that keeps things by id; `fault` may answer otherwise. */
function service(fault: (answer: Answer, request: Request) => Answer = (answer) => answer) {
  const things = new Set<string>();
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const [status, body] = fault(await answerOf(request, things), request);
    return Response.json(body, { status });
  };
}

async function answerOf(request: Request, things: Set<string>): Promise<Answer> {
  if (request.method === "GET") {
    const id = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
    return things.has(id) ? [200, { id }] : [404, { code: "NOT_FOUND" }];
  }
  const text = await request.text();
  let count: unknown;
  try {
    count = (JSON.parse(text) as { count?: unknown } | null)?.count;
  } catch {
    return [400, { code: "NO_JSON" }];
  }
  if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > 5) {
    return [400, { code: "INVALID" }];
  }
  const id = crypto.randomUUID();
  things.add(id);
  return [201, { id }];
}

const run = (fetch: typeof globalThis.fetch, more: object = {}) =>
  fuzzService({
    target: { baseUrl: "http://things.test", fetch },
    document,
    requests: 300,
    ...more,
  });

test("a service that keeps to its document has no fault, and both kinds of answer from each operation", async () => {
  const { faults, statuses, accepted, requests } = await run(service());
  expect(faults).toEqual([]);
  expect(requests).toBe(300);
  for (const status of [200, 201, 400, 404]) expect(statuses[status]).toBeGreaterThan(10);
  expect(accepted).toEqual({ getThing: statuses[200], createThing: statuses[201] });
});

test("the same seed sends the same requests", async () => {
  const sent = async (seed: number): Promise<string[]> => {
    const lines: string[] = [];
    await run(
      async (input, init) => {
        lines.push(`${init?.method} ${input as string} ${JSON.stringify(init?.body)}`);
        return Response.json({ code: "INVALID" }, { status: 400 });
      },
      { seed, except: { getThing: "answers 404 only" } },
    );
    return lines;
  };
  expect(await sent(5)).toEqual(await sent(5));
  expect(await sent(5)).not.toEqual(await sent(6));
});

test("lines of JSON are a text, not one JSON body", async () => {
  const lines = { "application/x-ndjson": { schema: { type: "string" } } };
  const exported = {
    paths: {
      "/export": { get: { operationId: "exportAll", responses: { 200: { content: lines } } } },
    },
  } as unknown as FuzzDocument;
  const fetch = () =>
    Promise.resolve(
      new Response('{"id":1}\n', { headers: { "content-type": "application/x-ndjson" } }),
    );
  const { faults, accepted } = await run(fetch, { document: exported, requests: 20 });
  expect(faults).toEqual([]);
  expect(accepted).toEqual({ exportAll: 20 });
});

test("values that no answer tells are sent where they are given", async () => {
  const paths: string[] = [];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const refuse = (input: unknown) => {
    paths.push(String(input));
    return Promise.resolve(Response.json({ code: "NOT_FOUND" }, { status: 404 }));
  };
  await run(refuse, { except: { createThing: "not asked for" }, values: { id: [id] } });
  const known = paths.filter((path) => path.endsWith(id)).length;
  expect(known).toBeGreaterThan(100);
  expect(known).toBeLessThan(paths.length);
});

describe("a service is at fault that", () => {
  test.each<[string, Parameters<typeof service>[0], RegExp]>([
    [
      "fails on a body that is no JSON",
      (answer) => ((answer[1] as { code?: string }).code === "NO_JSON" ? [500, {}] : answer),
      /500 is a fault/,
    ],
    [
      "answers a status that is not documented",
      (answer) => (answer[0] === 404 ? [410, { code: "GONE" }] : answer),
      /410 is not among the documented 200, 404/,
    ],
    [
      "leaves a field out",
      (answer) => (answer[0] === 201 ? [201, {}] : answer),
      /does not fit its schema: .*'id'/,
    ],
    [
      "tells more in an error than it may",
      (answer) => (answer[0] === 400 ? [400, { code: "X", stack: "at" }] : answer),
      /additional properties/,
    ],
    ["answers no JSON", (answer) => answer, /content type text\/plain/],
  ])("%s", async (name, fault, reason) => {
    const inner = service(fault);
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await inner(input, init);
      return name === "answers no JSON"
        ? new Response("fine", {
            status: response.status,
            headers: { "content-type": "text/plain" },
          })
        : response;
    };
    const { faults } = await run(fetch);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault.reason).toMatch(reason);
  });

  test("does not answer", async () => {
    const { faults } = await run(() => Promise.reject(new TypeError("fetch failed")));
    expect(faults).toHaveLength(100);
    expect(faults[0]?.reason).toBe("no answer: TypeError: fetch failed");
  });
});

test("an operation to leave out that does not exist is refused", async () => {
  await expect(run(service(), { except: { getThin: "?" } })).rejects.toThrow(
    /there is no case "getThin" to leave out/,
  );
});
