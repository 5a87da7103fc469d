/** `bourse-conformance` against the servers as processes: their suites, and many random requests. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { rounds } from "./support/rounds.ts";
import { runToItsEnd, startProcess, type Ended } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";

const COMMAND = join(root, "packages/conformance/src/main.ts");

/** Operations that end the session which the requests carry, or that never end. */
const SKIPPED = {
  auth: "logout,endSession,changePassword",
  backtest: "",
  curation: "logout,endSession,setPassword,curatorEvents",
};

interface Started {
  readonly url: string;
  readonly folder: string;
}

async function start(service: keyof typeof SKIPPED): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = service.toUpperCase();
  const { url } = await startProcess(join(root, `servers/${service}/src/main.ts`), {
    [`${name}_PORT`]: "0",
    [`${name}_STORE_URL`]: "memory:",
    DATA_DIR: folder,
    LOG_LEVEL: "error",
    ...(service === "backtest" && { DATA_PROVIDER: "simulated" }),
  });
  return { url, folder };
}

const conformance = (...words: string[]): Promise<Ended> => runToItsEnd(COMMAND, words, {});

describe("bourse-conformance", () => {
  test.each(["auth", "backtest"] as const)(
    "passes the suite of %s, and reports every case",
    async (service) => {
      const { url, folder } = await start(service);
      const report = join(folder, "report.json");
      const { code, output } = await conformance(service, "--url", url, "--report", report);
      expect(output).toMatch(/\d{3} passed, 0 failed, 0 left out/);
      expect(code).toBe(0);
      const { results } = JSON.parse(readFileSync(report, "utf8")) as {
        results: readonly { readonly outcome: string }[];
      };
      expect(results.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(100);
    },
    180_000,
  );

  test("exits with 1 when a case fails, and names it", async () => {
    const { url } = await start("backtest");
    const { code, output } = await conformance("auth", "--url", url, "--only", "refresh");
    expect(output).toMatch(/^failed: .*refresh/m);
    expect(output).toMatch(/0 passed, \d+ failed/);
    expect(code).toBe(1);
  }, 60_000);

  test.each([
    [["aut"], 'Did you mean "auth"?'],
    [["auth", "--ulr", "x"], "There is no option --ulr."],
    [["auth"], "Give the base URL"],
    [["curation", "--url", "http://127.0.0.1:9"], "with admin"],
    [["auth", "--url", "ftp://127.0.0.1"], "--url must be"],
    [["auth", "--url", "http://127.0.0.1:9", "--fuzz", "1,000"], "--fuzz must be"],
  ])("exits with 2 for %j", async (words, sentence) => {
    const { code, output } = await conformance(...words);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/ at .*\.ts/);
    expect(code).toBe(2);
  });

  test.each(["auth", "backtest", "curation"] as const)(
    "finds no answer of %s that its document does not allow, among random requests",
    async (service) => {
      const { url } = await start(service);
      const words = ["--url", url, "--fuzz", String(rounds(300, 4000)), "--skip", SKIPPED[service]];
      if (service !== "backtest")
        words.push("--header", `authorization: Bearer ${await login(url)}`);
      const { code, output } = await conformance(service, ...words);
      expect(output).toMatch(/\n0 answers that the document does not allow/);
      expect(code).toBe(0);
    },
    300_000,
  );
});

async function login(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse battery" }),
  });
  const body = (await response.json()) as { token?: string; data?: { token?: string } };
  return body.token ?? body.data?.token ?? "";
}
