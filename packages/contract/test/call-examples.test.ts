/** The example in the comment of every call, made with a client that notes what it is given. */

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

import { describe, expect, test } from "vitest";

import { APIS, routesOf, sourcesOf } from "../scripts/apis.ts";
import { zodOf, type Schema } from "../src/route/schema.ts";

interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: Readonly<Record<string, unknown>> | string;
}

/** The inputs of the examples in the comments of a folder's routes, by operation id. */
function inputsOf(folder: string): readonly (readonly [key: string, input: Given])[] {
  const calls: [string, Given][] = [];
  const client = new Proxy(
    {},
    {
      get:
        (_, key) =>
        (input: Given = {}) =>
          calls.push([String(key), input]),
    },
  );
  for (const file of sourcesOf(folder)) {
    const comments = readFileSync(file, "utf8").matchAll(/@example\n((?: {3}\* {3}.*\n)+)/g);
    for (const [, lines = ""] of comments) {
      const code = lines.replaceAll(/^ *\* */gm, "").replaceAll("await ", "");
      runInNewContext(code, { client });
    }
  }
  return calls;
}

/** The texts of all fields of a name in a documented value. */
function fieldsIn(value: unknown, name: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    key === name && typeof item === "string" ? [item] : fieldsIn(item, name),
  );
}

/** The kind of an id: its letters and digits do not count. */
const kindOf = (id: string): string => id.replaceAll(/[0-9a-f]/gi, "h");

describe.each(Object.keys(APIS))("the examples of the calls of %s", (folder) => {
  const inputs = inputsOf(folder);
  const routes = routesOf(folder);

  test("are inputs that their routes take", () => {
    expect(inputs.length).toBeGreaterThan(15);
    for (const [key, input] of inputs) {
      const { params, query, body } = routes[key]!.route.definition;
      const schemas: Readonly<Record<string, Schema | undefined>> = { params, query, body };
      for (const [part, value] of Object.entries(input)) {
        const { error } = zodOf(schemas[part]!).safeParse(value);
        expect(error, `${key}: ${part}`).toBeUndefined();
      }
    }
  });

  test("have ids of the kind that the documented answers of the same paths have", () => {
    let compared = 0;
    for (const [key, { params = {} }] of inputs) {
      const start = routes[key]!.route.definition.path.split("/:")[0]!;
      const answers = Object.values(routes)
        .filter(({ route }) => route.definition.path.startsWith(start))
        .map(({ notes }) => notes.example?.response);
      for (const [name, value] of Object.entries(params)) {
        const kinds = fieldsIn(answers, name).map(kindOf);
        if (kinds.length > 0) expect(kinds, `${key}: ${name}`).toContain(kindOf(value));
        compared += kinds.length;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  test("name a strategy, a wallet and an end that there can be", () => {
    const kinds: Readonly<Record<string, RegExp>> = {
      strategy: /^ma_crossover$/,
      strategy_name: /^ma_crossover$/,
      wallet_address: /^0x[0-9a-f]{40}$/i,
      outcome_id: /^[0-9a-f-]{36}$/,
      // Of a year that is far away.
      expires_at: /^4102444800$/,
    };
    const wrong = inputs.flatMap(([key, input]) =>
      Array.from(JSON.stringify(input).matchAll(/"(\w+)":"?([^",}]*)/g))
        .filter(([, name = "", value = ""]) => kinds[name]?.test(value) === false)
        .map(([text]) => `${key}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});
