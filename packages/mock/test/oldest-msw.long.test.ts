/** An app that has the oldest msw of the peer range, where all other tests have the newest. */

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { childVariables } from "../../../test/support/child-variables.ts";
import { readmeExample } from "../../../test/support/readme-example.ts";
import { isLongRun } from "../../../test/support/rounds.ts";

const folder = dirname(import.meta.dirname);
const root = join(folder, "../..");
const oldest = join(folder, "node_modules/msw-oldest");

const APP = `
import { setupServer } from "msw/node";
import { createAuthMock } from "@bourse/mock/auth";
import { createBacktestMock } from "@bourse/mock/backtest";
import { createCurationMock } from "@bourse/mock/curation";
import { createNodeMock } from "@bourse/mock/node";

const mocks = [
  await createAuthMock(),
  await createBacktestMock(),
  await createCurationMock(),
  await createNodeMock(),
] as const;
const [auth, backtest, curation, node] = mocks;
const server = setupServer(
  ...auth.handlers,
  ...backtest.handlers,
  ...curation.handlers,
  ...node.handlers,
);
server.listen();
const health = async (url: string): Promise<number> => (await fetch(url)).status;
console.log(
  await health(auth.baseUrl + "/health"),
  await health(backtest.baseUrl + "/api/health"),
  await health(curation.baseUrl + "/health"),
  await health(node.urls.dashboard + "/api/health"),
);
const events = new WebSocket(backtest.baseUrl.replace("http", "ws") + "/api/ws/events");
await new Promise((resolve, reject) => {
  events.addEventListener("open", resolve);
  events.addEventListener("error", reject);
});
console.log("open");
backtest.fault("health", { network: true });
console.log(await health(backtest.baseUrl + "/api/health").catch(String));
events.close();
server.close();
for (const mock of mocks) await mock.close();
`;

/** Sends imports of msw by this package, and by the app, to its oldest version. */
const TO_OLDEST = `
import { registerHooks } from "node:module";
registerHooks({
  resolve: (name, context, next) =>
    next(name.replace(/^msw(?=$|\\/)/, "msw-oldest"), context),
});
`;

test("the oldest version is the one at which the peer range begins", () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
      readonly version: string;
      readonly peerDependencies: Readonly<Record<string, string>>;
    };
  expect(read(folder).peerDependencies["msw"]).toBe(`^${read(oldest).version} || ^3.0.0`);
});

test.skipIf(!isLongRun)(
  "tsc accepts an app with the oldest msw, and the README's example",
  () => {
    const place = mkdtempSync(join(tmpdir(), "bourse-oldest-msw-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    writeFileSync(join(place, "app.mts"), APP);
    writeFileSync(join(place, "readme.mts"), readmeExample(folder).code);
    const config = {
      extends: join(folder, "tsconfig.json"),
      compilerOptions: {
        noEmit: true,
        typeRoots: [join(root, "node_modules/@types")],
        paths: {
          msw: [join(oldest, "lib/core/index.d.ts")],
          "msw/node": [join(oldest, "lib/node/index.d.ts")],
          "@bourse/mock/*": [join(folder, "src/*/index.ts")],
          "@bourse/client/*": [join(folder, "../client/src/*/index.ts")],
        },
      },
      include: ["*.mts"],
    };
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config));
    const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", place], {
      encoding: "utf8",
    });
    expect(status, stdout).toBe(0);
  },
  180_000,
);

test("an app with the oldest msw runs, over HTTP and over a socket", async () => {
  const hook = `data:text/javascript,${encodeURIComponent(TO_OLDEST)}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["-C", "@bourse/source", "--import", hook, "--input-type=module-typescript", "-e", APP],
    { cwd: folder, env: { ...childVariables(), NO_COLOR: "1" } },
  );
  expect(stdout).toBe("200 200 200 200\nopen\nTypeError: Failed to fetch\n");
});
