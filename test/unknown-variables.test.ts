/** Misspelt variables are told at the start; those of the other servers and of other programs are not. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { unknownVariables } from "../packages/http/src/environment/unknown-variables.ts";
import { authEnvironment } from "../servers/auth/src/environment.ts";
import { backtestEnvironment } from "../servers/backtest/src/environment.ts";
import { curationEnvironment } from "../servers/curation/src/environment.ts";
import { NODE_PREFIXES, nodeEnvironment } from "../servers/node/src/environment.ts";
import { SERVICES, startService } from "./support/services.ts";

const SHAPES: Readonly<Record<string, { known: readonly string[]; prefixes: readonly string[] }>> =
  {
    auth: { known: Object.keys(authEnvironment), prefixes: ["AUTH_"] },
    curation: { known: Object.keys(curationEnvironment), prefixes: ["CURATION_"] },
    backtest: { known: Object.keys(backtestEnvironment), prefixes: ["BACKTEST_", "EXECUTION_"] },
    node: { known: Object.keys(nodeEnvironment), prefixes: NODE_PREFIXES },
  };

const SLIPS: Readonly<Record<string, readonly [slip: string, meant: string]>> = {
  auth: ["AUTH_PROT", "AUTH_PORT"],
  curation: ["CURATION_PROT", "CURATION_PORT"],
  backtest: ["DATA_PROVIDR", "DATA_PROVIDER"],
  node: ["KEYSTORE_PASWORD_FILE", "KEYSTORE_PASSWORD_FILE"],
};

/** Names that a shell, a container or another program may have set. */
const FOREIGN =
  "PATH HOME HOSTNAME HOSTTYPE USER SHELL PWD OLDPWD LANG TERM TZ TMPDIR CI PORT NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY DATABASE_URL REDIS_URL OPENAI_API_KEY KUBERNETES_PORT DOCKER_HOST npm_config_registry npm_lifecycle_event";

describe.each(SERVICES)("$name", (service) => {
  const shape = SHAPES[service.name]!;
  const [slip, meant] = SLIPS[service.name]!;

  test("warns of a misspelt variable and of an unknown one with its prefix, each by its name alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-variables-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const strange = `${shape.prefixes[0]}SOMETHING_ELSE`;
    const given = { [slip]: "a-secret", [strange]: "a-secret", HOSTNAME: "box" };
    const server = await startService(service, folder, given);
    const { output } = await server.end("SIGTERM");
    const warnings = output.split("\n").filter((line) => line.includes("unknown variable"));
    expect(warnings).toHaveLength(2);
    expect(output).toContain(`unknown variable ${slip}, did you mean ${meant}?`);
    expect(output).toContain(
      `unknown variable ${strange}, bourse-${service.name} reads none of this name`,
    );
    expect(output).not.toContain("a-secret");
  });

  test("says nothing of the other servers' variables and of other programs'", () => {
    const others = Object.values(SHAPES).flatMap(({ known }) => known);
    const set = Object.fromEntries([...others, ...FOREIGN.split(" ")].map((name) => [name, "x"]));
    expect(unknownVariables(shape.known, shape.prefixes, set)).toEqual([]);
  });
});
