/** A mock that is served for the tests of a file, and its control routes. */

import { readArguments } from "../../src/standalone/read-arguments.ts";
import { serveMock, type ServedMock } from "../../src/standalone/serve-mock.ts";

/** Serves a mock as the command would with these arguments, on any free port. */
export async function served(...args: readonly string[]): Promise<ServedMock> {
  const given = readArguments([...args, "--port", "0"]);
  if (typeof given === "string") throw new Error(given);
  return await serveMock(given);
}

/** Answer of a control route. */
export interface ControlAnswer {
  readonly status: number;
  /** Parsed body; undefined when there is none. */
  readonly body: unknown;
}

/** Calls a control route: POST with a JSON body, or GET without one. */
export async function control(
  base: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<ControlAnswer> {
  const response = await fetch(`${base}/__mock${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}
