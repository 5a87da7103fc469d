/** The software bill of materials names what people get when they install or run what is published here. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { billOfMaterials } from "../scripts/sbom.mjs";
import { packages, root } from "./support/workspace.ts";

describe("the software bill of materials", () => {
  let bill: ReturnType<typeof billOfMaterials>;
  let purls: ReadonlySet<string>;

  beforeAll(() => {
    bill = billOfMaterials();
    purls = new Set(bill.components.map(({ purl }) => purl.replace(/@[^@]*$/u, "")));
  }, 60_000);

  test("names every production dependency of every published package", () => {
    expect({ format: bill.bomFormat, version: bill.specVersion }).toEqual({
      format: "CycloneDX",
      version: "1.6",
    });
    const wanted = packages().flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}));
    const missing = wanted.filter((name) => !purls.has(`pkg:npm/${name.replace("@", "%40")}`));
    expect(wanted.length).toBeGreaterThan(50);
    expect([...new Set(missing)]).toEqual([]);
  });

  test("names what no production dependency names: Swagger UI, password lists, what is bundled, the pinned Node", () => {
    const named = (name: string) => bill.components.find((part) => part.name === name)!;
    const vendored = named("swagger-ui-dist");
    expect(vendored.components?.map(({ name }) => name)).toContain("swagger-ui-bundle.js");
    for (const { name, hashes } of vendored.components ?? []) {
      const bytes = readFileSync(join(root, "packages/http/vendor/swagger-ui", name));
      expect(hashes[0]?.content).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
    for (const bundled of ["preact", "buffer", "Django", "@zxcvbn-ts/language-common"]) {
      expect(named(bundled).version).toMatch(/^\d+\.\d+\.\d+/u);
    }
    const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const runtime = bill.components.find(({ purl }) => purl.startsWith("pkg:generic/node@"))!;
    expect(`npm:node@${runtime.version}`).toBe(devDependencies["node"]);
  });

  test("names each part once, and every dependency that it tells of", () => {
    const refs = bill.components.map((part) => part["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    const known = new Set([...refs, bill.metadata.component["bom-ref"]]);
    const told = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(told.filter((ref) => !known.has(ref))).toEqual([]);
  });
});
