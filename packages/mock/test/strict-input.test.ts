/** Input of callers in plain JavaScript, past the types: a mock that took it silently would make their tests lie. */

import { expect, onTestFinished, test } from "vitest";

import { createAuthMock } from "../src/auth/index.ts";
import { createBacktestMock } from "../src/backtest/index.ts";
import { createCurationMock } from "../src/curation/index.ts";
import { mockNetwork } from "../src/network/index.ts";
import { createNodeMock } from "../src/node/index.ts";

/** Any function as plain JavaScript sees it. */
type Untyped = (...given: unknown[]) => unknown;
const untyped = (typed: unknown): Untyped => typed as Untyped;

const CREATORS = { createAuthMock, createBacktestMock, createCurationMock, createNodeMock };

async function started() {
  const mock = await createBacktestMock();
  onTestFinished(() => mock.close());
  return mock;
}

test("a fault, an override and the calls of an operation that the API lacks are refused with the nearest", async () => {
  const mock = await started();
  for (const method of ["fault", "override", "calls"] as const) {
    expect(() => untyped(mock[method])("listJob", {})).toThrow(
      expect.objectContaining({
        name: "MockError",
        code: "OPERATION_UNKNOWN",
        message: `${method}: the API has no operation "listJob". Did you mean "listJobs"?`,
        details: { operation: "listJob" },
      }),
    );
  }
  expect(() => untyped(mock.fault)("nope", { status: 500 })).toThrow(/Known: .*createBacktest, /);
  expect(() => untyped(mock.fault)("toString", { status: 500 })).toThrow(/no operation "toString"/);
  expect(() => untyped(mock.fault)(undefined, { status: 500 })).toThrow(/no operation "undefined"/);
});

test("an override that is no function is refused at once", async () => {
  const mock = await started();
  expect(() => untyped(mock.override)("listJobs", [])).toThrow(
    'override: the handler of "listJobs" must be a function, found object.',
  );
  expect(await (await mock.fetch(`${mock.baseUrl}/api/jobs`)).json()).toEqual([]);
});

test.each([
  [{ stauts: 500 }, 'there is no option "stauts". Did you mean "status"?'],
  [{ status: "500" }, 'option "status" must be a whole number from 400 to 599'],
  [{ status: 200 }, 'option "status" must be a whole number from 400 to 599, found 200'],
  [{ network: 1 }, 'option "network" must be true or false, found 1'],
  [{ latencyMilliseconds: -1 }, 'option "latencyMilliseconds" must be'],
  [{ status: 500, times: 0 }, 'option "times" must be a whole number'],
  [{ times: 2 }, "does nothing"],
  [{ network: false }, "does nothing"],
  [{ network: true, code: "GONE" }, '"code" has an effect only with "status"'],
  [{ malformed: true, retryAfterSeconds: 1 }, '"retryAfterSeconds" has an effect only with'],
  ["nope", "expected an object of options"],
  [undefined, "does nothing"],
])("the fault %j is refused, and none is in the way", async (fault, message) => {
  const mock = await started();
  expect(() => untyped(mock.fault)("listJobs", fault)).toThrow(
    expect.objectContaining({
      code: "OPTION_INVALID",
      message: expect.stringContaining(message) as unknown,
    }),
  );
  expect((await mock.fetch(`${mock.baseUrl}/api/jobs`)).status).toBe(200);
});

test.each(Object.entries(CREATORS))(
  "%s refuses an unknown scenario, and its state stays",
  async (_, create) => {
    const mock = await create();
    onTestFinished(() => mock.close());
    const of = (): unknown => ("node" in mock ? mock.node() : mock.core());
    const before = of();
    await expect(untyped(mock.scenario)("nope")).rejects.toMatchObject({
      name: "MockError",
      code: "SCENARIO_UNKNOWN",
      message: expect.stringMatching(/^scenario: there is no "nope"\. Known: /) as unknown,
    });
    expect(of()).toBe(before);
  },
);

test("a scenario with a slip of the keyboard is refused with the nearest", async () => {
  const mock = await started();
  await expect(untyped(mock.scenario)("no_workers")).rejects.toThrow('Did you mean "no-worker"?');
});

test.each(Object.entries(CREATORS))(
  "%s refuses unknown and unfit options",
  async (name, create) => {
    await expect(untyped(create)({ baseURL: "http://x" })).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringMatching(
        name === "createNodeMock"
          ? /^createNodeMock: there is no option "baseURL"/
          : new RegExp(`^${name}: there is no option "baseURL"\\. Did you mean "baseUrl"\\?$`),
      ) as unknown,
    });
    await expect(untyped(create)({ seed: "x" })).rejects.toMatchObject({ code: "OPTION_INVALID" });
    await expect(untyped(create)("http://x")).rejects.toMatchObject({ code: "OPTION_INVALID" });
  },
);

test("a base URL without a scheme, and an incomplete set of the node's, are refused", async () => {
  await expect(createBacktestMock({ baseUrl: "backtest.mock" })).rejects.toThrow(
    /option "baseUrl" must be an http or https URL without a query/,
  );
  await expect(untyped(createNodeMock)({ urls: { internal: "http://x" } })).rejects.toThrow(
    /createNodeMock urls: option "external" is required/,
  );
});

test("the mocked network refuses unknown options", () => {
  expect(() => untyped(mockNetwork)([], { unhandeld: "bypass" })).toThrow(
    'mockNetwork: there is no option "unhandeld". Did you mean "unhandled"?',
  );
});
