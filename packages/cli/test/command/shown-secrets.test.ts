/** Secrets in what commands show: client secrets of OpenID providers, keys and logins in URLs of nodes. */

import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { tempFolder } from "../../../../servers/auth/test/support/temp-folder.ts";
import { runBourse } from "../../src/index.ts";

const SECRET = "a-secret-of-acme";
const provider = {
  name: "acme",
  issuer: "https://acme.example",
  clientId: "bourse",
  clientSecret: SECRET,
};

/** All that a command wrote, on whichever of its outputs. */
async function shown(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const lines: string[] = [];
  const keep = (line: string): void => void lines.push(line);
  const folder = await tempFolder();
  await runBourse(words, {
    variables: { DATA_DIR: folder, ...variables },
    stdout: keep,
    stderr: keep,
  });
  return lines.join("\n");
}

describe.each(["auth", "curation"])("the client secrets of OIDC_PROVIDERS of %s", (service) => {
  test.each([
    ["JSON", JSON.stringify([provider])],
    ["JSON with a field too many", JSON.stringify([{ ...provider, secrets: SECRET }])],
    ["JSON that was cut off", JSON.stringify([provider]).slice(0, -2)],
    ["a text that looks like a URL", `acme:bourse:${SECRET}`],
  ])("are in no output of config and doctor, as %s", async (_, OIDC_PROVIDERS) => {
    const config = await shown(["config", service], { OIDC_PROVIDERS });
    expect(config).toContain("OIDC_PROVIDERS=***");
    expect(config).not.toContain(SECRET);
    const found = await shown([service, "doctor"], { OIDC_PROVIDERS });
    expect(found).not.toBe("");
    expect(found).not.toContain(SECRET);
  });

  test("are in no output of config and doctor, as a file, good and broken", async () => {
    const file = join(await tempFolder(), "providers.json");
    for (const text of [JSON.stringify([provider]), `[{"clientSecret": "${SECRET}"`]) {
      await writeFile(file, text);
      const variables = { OIDC_PROVIDERS: file };
      const config = await shown(["config", service], variables);
      const found = await shown([service, "doctor"], variables);
      expect(config).toContain("OIDC_PROVIDERS=***");
      expect(config + found).not.toContain(SECRET);
    }
  });
});

const KEY = "0123456789abcdef0123456789abcdef";

test.each([
  ["curation", "ETH_RPC_URL", `https://rpc.example/v3/${KEY}`, "https://rpc.example/v3/…"],
  [
    "curation",
    "ENS_RPC_URL",
    `https://ann:${KEY}@rpc.example/?k=${KEY}`,
    "https://…@rpc.example/?…",
  ],
  ["node", "BLOCKCHAIN_URL", `https://rpc.example/v3/${KEY}`, "1 set"],
])(
  "the key of the RPC URL of %s in %s is in no output of config",
  async (service, name, url, text) => {
    const config = await shown(["config", service], { [name]: url });
    expect(config).toContain(`${name}=${text}`);
    expect(config).not.toContain(KEY);
  },
);

test("the doctor of a node asks an endpoint with a login as the node does, and shows neither login nor key", async () => {
  const asked: (string | undefined)[] = [];
  const endpoint = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: "0x1" }));
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void endpoint.close());
  const { port } = endpoint.address() as AddressInfo;
  const found = await shown(["node", "doctor"], {
    BLOCKCHAIN_URL: `http://ann:${KEY}@127.0.0.1:${port}/v3/${KEY}`,
    BLOCKCHAIN_ID: "1",
  });
  expect(found).toContain("endpoint 1 of BLOCKCHAIN_URL answers for chain 1");
  expect(found).not.toContain(KEY);
  expect(asked).toEqual([`Basic ${Buffer.from(`ann:${KEY}`).toString("base64")}`]);
});
