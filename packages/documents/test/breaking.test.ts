/** The kinds of changes of a document that break callers, and those that do not: one case each. */

import { describe, expect, test } from "vitest";

import { announcesBreaking } from "../scripts/breaking/announces-breaking.ts";
import { asyncapiChanges } from "../scripts/breaking/asyncapi-changes.ts";
import type { Json } from "../scripts/breaking/change.ts";
import { openapiChanges } from "../scripts/breaking/openapi-changes.ts";

/** A place in a document, and the value that it gets; undefined removes it. */
type Edit = readonly [path: string, value: unknown];

function edited(document: Json, edits: readonly Edit[]): Json {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const [path, value] of edits) {
    const keys = path.split(">");
    const last = keys.pop() ?? "";
    let node = copy;
    for (const key of keys) node = (node[key] ??= {}) as Record<string, unknown>;
    if (value === undefined) Reflect.deleteProperty(node, last);
    else node[last] = value;
  }
  return copy;
}

const GET = "paths>/jobs>get";
const POST = "paths>/jobs>post";
const QUERY = `${GET}>parameters>0`;
const BODY = "components>schemas>NewJob";
const JOB = "components>schemas>Job";
const FILE = `${GET}>responses>200>content`;

const service: Json = {
  paths: {
    "/jobs": {
      get: {
        operationId: "listJobs",
        security: [{ apiKey: [] }, {}],
        parameters: [
          {
            name: "limit",
            in: "query",
            required: false,
            schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
          },
          { name: "status", in: "query", required: false, schema: { enum: ["open", "done"] } },
        ],
        responses: {
          200: {
            headers: { Link: { schema: { type: "string" } } },
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Job" } },
              },
              "text/csv": { schema: { type: "string" } },
            },
          },
          404: errorOf("JOB_NOT_FOUND", "QUEUE_NOT_FOUND"),
          409: errorOf("JOB_BUSY"),
        },
      },
      post: {
        operationId: "createJob",
        security: [],
        requestBody: {
          required: false,
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewJob" } } },
        },
        responses: { 201: { content: {} } },
      },
    },
  },
  components: {
    securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
    schemas: {
      NewJob: {
        type: "object",
        required: ["kind"],
        properties: {
          kind: { type: "string", enum: ["run", "sweep"] },
          name: { type: "string", minLength: 1, maxLength: 20 },
          tags: { type: "array", items: { type: "string" }, maxItems: 5 },
          amount: {
            anyOf: [{ type: "integer", minimum: 1 }, { type: "string" }, { type: "null" }],
          },
        },
      },
      Job: {
        type: "object",
        required: ["id", "status", "parent"],
        properties: {
          id: { type: "integer" },
          status: { type: "string", enum: ["open", "done"] },
          at: { type: "string", format: "date-time" },
          parent: { anyOf: [{ $ref: "#/components/schemas/Job" }, { type: "null" }] },
          result: {
            oneOf: [
              {
                type: "object",
                properties: { kind: { const: "run" }, trades: { type: "integer" } },
              },
              { type: "object", properties: { kind: { const: "sweep" } } },
            ],
          },
        },
      },
    },
  },
};

function errorOf(...codes: string[]): object {
  return { headers: { "X-Error-Code": { schema: { type: "string", examples: codes } } } };
}

const BREAKING: readonly (readonly [kind: string, edits: readonly Edit[], found: string])[] = [
  ["a removed route", [[POST, undefined]], "the route was removed"],
  ["a renamed operation", [[`${POST}>operationId`, "makeJob"]], '"makeJob"'],
  ["a removed parameter", [[`${GET}>parameters`, []]], "the parameter was removed"],
  ["a parameter that is required now", [[`${QUERY}>required`, true]], "is required now"],
  [
    "a new required parameter",
    [[`${GET}>parameters>2`, { name: "x", in: "header", required: true, schema: {} }]],
    "a required parameter is new",
  ],
  ["a lower maximum of an input", [[`${QUERY}>schema>maximum`, 50]], "maximum was 100 and is 50"],
  ["a higher minimum of an input", [[`${QUERY}>schema>minimum`, 2]], "minimum was 1 and is 2"],
  ["another default", [[`${QUERY}>schema>default`, 20]], "the default was 50 and is 20"],
  ["another type of an input", [[`${QUERY}>schema>type`, "string"]], "the type was integer"],
  [
    "a removed value of an input",
    [[`${GET}>parameters>1>schema>enum`, ["open"]]],
    'the value "done" was removed',
  ],
  ["values of an input that are listed now", [[`${BODY}>properties>name>enum`, ["a"]]], "only"],
  ["a shorter text of an input", [[`${BODY}>properties>name>maxLength`, 10]], "maxLength was 20"],
  ["a new bound of an input", [[`${BODY}>properties>tags>minItems`, 1]], "minItems 1 is new"],
  ["a new pattern of an input", [[`${BODY}>properties>name>pattern`, "^a"]], "pattern"],
  ["a removed field of a body", [[`${BODY}>properties>name`, undefined]], "the field was removed"],
  [
    "a field of a body that is required now",
    [[`${BODY}>required`, ["kind", "name"]]],
    "required now",
  ],
  [
    "a new required field of a body",
    [
      [`${BODY}>required`, ["kind", "x"]],
      [`${BODY}>properties>x`, { type: "string" }],
    ],
    "a required field is new",
  ],
  ["unknown fields that are refused now", [[`${BODY}>additionalProperties`, false]], "are refused"],
  [
    "an alternative of an input that is gone",
    [[`${BODY}>properties>amount`, { anyOf: [{ type: "integer" }, { type: "null" }] }]],
    "the alternative string is no longer taken",
  ],
  [
    "null that is no longer taken",
    [[`${BODY}>properties>amount>anyOf`, [{ type: "integer" }, { type: "string" }]]],
    "null is no longer taken",
  ],
  ["a body that is required now", [[`${POST}>requestBody>required`, true]], "a body is required"],
  [
    "a removed media type of a body",
    [[`${POST}>requestBody>content`, { "text/plain": {} }]],
    "the media type application/json was removed",
  ],
  [
    "another status of success",
    [
      [`${POST}>responses>200`, { content: {} }],
      [`${POST}>responses>201`, undefined],
    ],
    "the status was removed",
  ],
  ["a removed media type of an answer", [[`${FILE}>text/csv`, undefined]], "text/csv was removed"],
  ["a removed header of an answer", [[`${GET}>responses>200>headers`, {}]], "the header Link"],
  ["a removed field of an answer", [[`${JOB}>properties>at`, undefined]], "the field was removed"],
  [
    "a field of an answer that may be absent",
    [[`${JOB}>required`, ["id", "parent"]]],
    "absent now",
  ],
  [
    "a field of an answer that may be null",
    [[`${JOB}>properties>id>type`, ["integer", "null"]]],
    "null",
  ],
  ["another type in an answer", [[`${JOB}>properties>id>type`, "string"]], "the type was integer"],
  ["a wider type in an answer", [[`${JOB}>properties>id>type`, "number"]], "the type was integer"],
  [
    "a removed value of an answer",
    [[`${JOB}>properties>status>enum`, ["open"]]],
    '"done" was removed',
  ],
  [
    "values of an answer that are free now",
    [[`${JOB}>properties>status`, { type: "string" }]],
    "no longer listed",
  ],
  ["another format in an answer", [[`${JOB}>properties>at>format`, "date"]], "the format was"],
  [
    "a removed kind of an answer",
    [[`${JOB}>properties>result>oneOf>1`, { type: "string" }]],
    "the alternative sweep is no longer an answer",
  ],
  [
    "a changed field of one kind of an answer",
    [[`${JOB}>properties>result>oneOf>0>properties>trades>type`, "string"]],
    "the type was integer",
  ],
  [
    "a removed error code",
    [[`${GET}>responses>404`, errorOf("JOB_NOT_FOUND")]],
    "the error code QUEUE_NOT_FOUND was removed",
  ],
  [
    "an error code with another status",
    [
      [`${GET}>responses>409`, undefined],
      [`${GET}>responses>423`, errorOf("JOB_BUSY")],
    ],
    "the error code JOB_BUSY comes with 423 now",
  ],
  ["credentials that are required now", [[`${GET}>security`, [{ apiKey: [] }]]], "required now"],
  [
    "a way in that no longer suffices",
    [[`${GET}>security`, [{ bearer: [] }, {}].slice(0, 1)]],
    "apiKey no longer",
  ],
  [
    "another header of a key",
    [["components>securitySchemes>apiKey>name", "X-Key"]],
    "security scheme apiKey",
  ],
];

const HARMLESS: readonly (readonly [kind: string, edits: readonly Edit[]])[] = [
  ["a new route", [["paths>/new>get", { operationId: "new", responses: {} }]]],
  ["a new optional parameter", [[`${GET}>parameters>2`, { name: "x", in: "query", schema: {} }]]],
  ["a higher maximum of an input", [[`${QUERY}>schema>maximum`, 200]]],
  ["a removed bound of an input", [[`${QUERY}>schema>maximum`, undefined]]],
  ["a wider type of an input", [[`${QUERY}>schema>type`, "number"]]],
  ["a new value of an input", [[`${BODY}>properties>kind>enum`, ["run", "sweep", "walk"]]]],
  ["a new optional field of a body", [[`${BODY}>properties>x`, { type: "string" }]]],
  ["a field of a body that may be left out now", [[`${BODY}>required`, []]]],
  ["a new alternative of an input", [[`${BODY}>properties>amount>anyOf>3`, { type: "boolean" }]]],
  ["a new field of an answer", [[`${JOB}>properties>x`, { type: "string" }]]],
  ["a new value of an answer", [[`${JOB}>properties>status>enum`, ["open", "done", "lost"]]]],
  ["a field of an answer that is always there now", [[`${JOB}>required>3`, "at"]]],
  ["a narrower type in an answer", [[`${JOB}>properties>id>maximum`, 5]]],
  [
    "a new kind of an answer that says its name",
    [
      [
        `${JOB}>properties>result>oneOf>2`,
        { type: "object", properties: { kind: { const: "x" } } },
      ],
    ],
  ],
  [
    "a new error code",
    [[`${GET}>responses>404`, errorOf("QUEUE_NOT_FOUND", "NEW", "JOB_NOT_FOUND")]],
  ],
  ["a new media type of an answer", [[`${FILE}>text/html`, { schema: { type: "string" } }]]],
  ["credentials that are no longer needed", [[`${GET}>security`, []]]],
  ["another description", [[`${BODY}>description`, "Other words."]]],
];

describe("of an OpenAPI document", () => {
  test.each(BREAKING)("%s breaks callers", (_, edits, found) => {
    const changes = openapiChanges(service, edited(service, edits));
    expect(changes.map(({ place, change }) => `${place}: ${change}`).join("\n")).toContain(found);
  });

  test.each(HARMLESS)("%s breaks nobody", (_, edits) => {
    expect(openapiChanges(service, edited(service, edits))).toEqual([]);
  });

  test("nothing at all breaks nobody, not even where schemas refer to themselves", () => {
    expect(openapiChanges(service, structuredClone(service))).toEqual([]);
  });
});

const PAYLOAD = "components>messages>feed.job>payload";
const feeds: Json = {
  channels: {
    feed: {
      address: "/ws",
      bindings: { ws: { query: { type: "object", properties: { since: { type: "string" } } } } },
      messages: {
        job: { $ref: "#/components/messages/feed.job" },
        ask: { $ref: "#/components/messages/feed.ask" },
      },
    },
  },
  operations: {
    sendFeed: {
      action: "send",
      channel: { $ref: "#/channels/feed" },
      messages: [{ $ref: "#/channels/feed/messages/job" }],
    },
    receiveFeed: {
      action: "receive",
      channel: { $ref: "#/channels/feed" },
      messages: [{ $ref: "#/channels/feed/messages/ask" }],
    },
  },
  components: {
    messages: {
      "feed.job": {
        name: "job",
        payload: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
      },
      "feed.ask": {
        name: "ask",
        payload: { type: "object", properties: { count: { type: "integer", maximum: 9 } } },
      },
    },
  },
};

describe("of an AsyncAPI document", () => {
  test.each<[string, readonly Edit[], string]>([
    ["a removed channel", [["channels>feed>address", "/other"]], "the channel was removed"],
    ["a removed operation", [["operations>receiveFeed", undefined]], "receiveFeed was removed"],
    ["a removed message", [["operations>sendFeed>messages", []]], "the message was removed"],
    ["a removed field of an event", [[`${PAYLOAD}>properties`, {}]], "the field was removed"],
    ["a field of an event that may be absent", [[`${PAYLOAD}>required`, []]], "may be absent now"],
    [
      "a narrower message of a client",
      [["components>messages>feed.ask>payload>properties>count>maximum", 5]],
      "maximum was 9 and is 5",
    ],
    [
      "a removed parameter of the handshake",
      [["channels>feed>bindings>ws>query>properties", {}]],
      "the field was removed",
    ],
  ])("%s breaks clients", (_, edits, found) => {
    const changes = asyncapiChanges(feeds, edited(feeds, edits));
    expect(changes.map(({ place, change }) => `${place}: ${change}`).join("\n")).toContain(found);
  });

  test.each<[string, readonly Edit[]]>([
    ["a new channel", [["channels>other", { address: "/other" }]]],
    ["a new field of an event", [[`${PAYLOAD}>properties>x`, { type: "string" }]]],
    [
      "a new message",
      [["operations>sendFeed>messages>1", { $ref: "#/channels/feed/messages/ask" }]],
    ],
    [
      "a wider message of a client",
      [["components>messages>feed.ask>payload>properties>count>maximum", 90]],
    ],
  ])("%s breaks nobody", (_, edits) => {
    expect(asyncapiChanges(feeds, edited(feeds, edits))).toEqual([]);
  });
});

test("a major step announces a breaking change, and before 1.0.0 a minor one that says so", () => {
  const step = (type: string, summary = "Something.") => ({ type, summary });
  expect(announcesBreaking("2.0.0", step("major"))).toBe(true);
  expect(announcesBreaking("2.0.0", step("minor", "Breaking: it is gone."))).toBe(false);
  expect(announcesBreaking("0.4.0", step("minor", "Breaking: it is gone."))).toBe(true);
  expect(announcesBreaking("0.4.0", step("minor"))).toBe(false);
  expect(announcesBreaking("0.4.0", step("patch", "Breaking: it is gone."))).toBe(false);
});
