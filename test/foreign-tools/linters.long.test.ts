/** The documents as linters and parsers of others see them. */

import { readFileSync } from "node:fs";

import { Parser } from "@asyncapi/parser";
import { describe, expect, test } from "vitest";

import { isLongRun } from "../support/rounds.ts";
import { keptDocuments } from "./support/kept-documents.ts";
import { fileOf, runTool } from "./support/run-tool.ts";

/** Findings that are accepted: a rule, the places that it may speak of, and the reason. */
type Accepted = Readonly<Record<string, { readonly at: RegExp; readonly why: string }>>;

const SPECTRAL: Accepted = {
  "info-contact": {
    at: /^info$/,
    why: "whoever runs the service is the contact, and the document is ours",
  },
};

const REDOCLY: Accepted = {
  "info-license": { at: /^#\/info$/, why: "the terms of a service are those of whoever runs it" },
  "operation-4xx-response": {
    at: /(?:~1health|~1jwks\.json|~1auth~1oidc)\/get\//,
    why: "a health check, a set of public keys and a list of providers refuse nobody",
  },
  "no-ambiguous-paths": {
    at: /^#\/paths\/~1api~1v1~1(?:markets|drafts|curator)~1/,
    why: "the documented paths; a literal segment goes before a parameter",
  },
};

describe.skipIf(!isLongRun)("the OpenAPI document of", { timeout: 120_000 }, () => {
  test.each(keptDocuments("openapi"))("%s has no finding of Spectral", async (_, path) => {
    const { stdout, stderr } = await runTool(fileOf("@stoplight/spectral-cli", "dist/index.js"), [
      "lint",
      path,
      "--ruleset",
      new URL("spectral.json", import.meta.url).pathname,
      "--format",
      "json",
    ]);
    expect(stderr).toBe("");
    const found = JSON.parse(stdout) as { code: string; message: string; path: string[] }[];
    const lines = found.map(({ code, message, path: at }) => ({
      rule: code,
      at: at.join("."),
      message,
    }));
    expect(unexpected(lines, SPECTRAL)).toEqual([]);
  });

  test.each(keptDocuments("openapi"))("%s has no finding of Redocly", async (_, path) => {
    const { stdout, stderr } = await runTool(fileOf("@redocly/cli", "bin/cli.js"), [
      "lint",
      "--extends=recommended",
      "--format=json",
      "--max-problems=1000",
      path,
    ]);
    expect(stdout, stderr).toContain('"problems"');
    const { problems } = JSON.parse(stdout) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    };
    const lines = problems.map(({ ruleId, message, location }) => ({
      rule: ruleId,
      at: location[0]?.pointer ?? "",
      message,
    }));
    expect(unexpected(lines, REDOCLY)).toEqual([]);
  });
});

describe.skipIf(!isLongRun)("the AsyncAPI document of", { timeout: 120_000 }, () => {
  test.each(keptDocuments("asyncapi"))(
    "%s has no finding of AsyncAPI's parser",
    async (_, path) => {
      const { document, diagnostics } = await new Parser().parse(readFileSync(path, "utf8"));
      expect(document?.version()).toBe("3.0.0");
      expect(document?.channels().length).toBeGreaterThan(0);
      // An information, no warning: 3.1 adds a binding for robots, which is nothing for these documents.
      const left = diagnostics.filter(({ code }) => code !== "asyncapi-latest-version");
      expect(left).toEqual([]);
    },
  );
});

/** The findings that nothing accepts. */
function unexpected<Finding extends { readonly rule: string; readonly at: string }>(
  found: readonly Finding[],
  accepted: Accepted,
): readonly Finding[] {
  return found.filter(({ rule, at }) => accepted[rule]?.at.test(at) !== true);
}
