/** The command lines of the servers as a person meets them on a terminal of 80 columns. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { freePorts } from "./support/free-ports.ts";
import { isLongRun } from "./support/rounds.ts";
import { runBourseProcess, type Ended } from "./support/server-process.ts";
import { SERVICES, startService, type Service } from "./support/services.ts";

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const run = (
  { name, variables }: Service,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  runBourseProcess([name, ...words], {
    ...variables,
    DATA_DIR: tempFolder(),
    ...more,
  });

describe.each(isLongRun ? SERVICES : SERVICES.slice(0, 1))(
  "bourse-$name",
  { timeout: 60_000 },
  (service) => {
    const name = `bourse-${service.name}`;

    test("explains itself in 80 columns, with examples, settings and exit codes, also after a command", async () => {
      const { code, output } = await run(service, ["audit", "verify", "--help"]);
      expect(code).toBe(0);
      expect(output.split("\n").filter((line) => line.length > 80)).toEqual([]);
      for (const word of [
        `Usage: bourse ${service.name} audit`,
        "--env-file PATH",
        "Exit codes: 0",
      ]) {
        expect(output).toContain(word);
      }
    });

    test("names the nearest command for a misspelt one, and what start takes", async () => {
      const { code, output } = await run(service, ["helth"]);
      expect(code).toBe(2);
      expect(output).toContain('There is no command "helth". Did you mean "health"?');
      const started = await runBourseProcess(["start", service.name, "--port=80"], {});
      expect(started.code).toBe(2);
      expect(started.output).toContain("There is no option --port.");
    });

    test("takes settings from a file, and what is set already wins", async () => {
      const port = await freePorts(1);
      const folder = tempFolder();
      const settings = join(folder, "settings.env");
      writeFileSync(settings, `METRICS_PORT=${port}\nLOG_LEVEL=loud\n`);
      const { code, output } = await runBourseProcess(
        ["start", service.name, "--env-file", settings],
        { ...service.variables, DATA_DIR: folder, LOG_FORMAT: "xml" },
      );
      expect(code).toBe(1);
      expect(output).toContain("LOG_LEVEL: expected one of");
      expect(output).toContain('LOG_FORMAT: expected one of auto, json, pretty, found "xml"');
      const fixed = await run(service, ["health", "--env-file", settings], { LOG_LEVEL: "info" });
      expect(fixed.code).toBe(1);
      expect(fixed.output).not.toContain("LOG_LEVEL");
    });

    test("tells by health and doctor whether the server runs", async () => {
      const port = await freePorts(1);
      const setting =
        service.name === "node" ? "INTERNAL_API_PORT" : Object.keys(service.variables)[0]!;
      const folder = tempFolder();
      const settings = { [setting]: String(port), DATA_DIR: folder };
      const before = await run(service, ["health"], settings);
      expect(before).toMatchObject({ code: 1 });
      expect(before.output).toContain(`${name} does not answer at http://127.0.0.1:${port}.`);
      const server = await startService(service, folder, { [setting]: String(port) });
      const during = await run(service, ["health"], settings);
      expect(during.output).toBe(`${name} at http://127.0.0.1:${port} is ready.\n`);
      expect(during.code).toBe(0);
      const doctor = await run(service, ["doctor"], settings);
      expect(doctor).toMatchObject({ code: 0 });
      expect(doctor.output).toMatch(/^ok .*(?:runs|is running)/m);
      await server.end("SIGTERM");
    });
  },
);

test("the doctor names a port that another program has, a folder that cannot be made, and a misspelt variable", async () => {
  const backtest = SERVICES.find(({ name }) => name === "backtest")!;
  const file = join(tempFolder(), "file");
  writeFileSync(file, "");
  const other = createServer((_, response) => response.end("something else"));
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const settings = {
    BACKTEST_PORT: String(port),
    DATA_DIR: join(file, "data"),
    BACKTEST_PROT: "1",
  };
  const { code, output } = await run(backtest, ["doctor"], settings);
  expect(code).toBe(1);
  expect(output).toMatch(/^problem {2}\S+file is a file, and DATA_DIR/m);
  expect(output).toMatch(/^problem .*BACKTEST_PROT, did you mean BACKTEST_PORT\?/m);
  expect(output).toContain(`problem  http://127.0.0.1:${port} is taken by another program`);
});

test("the doctor notes what a server that other machines reach still needs", async () => {
  const backtest = SERVICES.find(({ name }) => name === "backtest")!;
  const open = await run(backtest, ["doctor"], { HOST: "0.0.0.0" });
  expect(open.code).toBe(0);
  for (const name of ["HOST=0.0.0.0", "TRUST_PROXY", "ALLOWED_HOSTS", "NODE_ENV"]) {
    expect(open.output).toMatch(new RegExp(`^note .*${name}`, "m"));
  }
  const settings = { TRUST_PROXY: "1", ALLOWED_HOSTS: "a.example", NODE_ENV: "production" };
  const closed = await run(backtest, ["doctor"], { HOST: "0.0.0.0", ...settings });
  expect(closed.output).not.toMatch(/TRUST_PROXY|ALLOWED_HOSTS|NODE_ENV/);
});
