/**
 * The fields that npm shows of every package come from one place, and nothing in it makes a publication from elsewhere
 * fail.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  isPlaceholder,
  publishedFolders,
  repositoryFields,
  repositoryUrl,
} from "../scripts/set-repository.mjs";
import { packages, readJson, root } from "./support/workspace.ts";

interface Manifest {
  readonly description?: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: object;
  readonly repository?: object;
  readonly engines?: { readonly node?: string };
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

const ofRoot = readJson<Manifest>("package.json");

test("the published folders are those of the workspace", () => {
  expect(publishedFolders()).toEqual(packages().map(({ folder }) => folder));
});

describe.each(packages().map(({ folder }) => ({ folder })))("$folder", ({ folder }) => {
  const manifest = readJson<Manifest>(join(folder, "package.json"));

  test("names the root's repository, its own folder there, homepage and issues", () => {
    const { homepage, bugs, repository } = manifest;
    expect({ homepage, bugs, repository }).toEqual(repositoryFields(repositoryUrl(), folder));
  });

  test("has the root's licence, its text, and the root's lowest Node.js", () => {
    expect(manifest.license).toBe(ofRoot.license);
    expect(manifest.engines).toEqual(ofRoot.engines);
    const text = (place: string): string => readFileSync(join(root, place, "LICENSE"), "utf8");
    expect(text(folder)).toBe(text("."));
  });

  test("can be found: a description and keywords of its own, each once", () => {
    expect(manifest.description).toMatch(/\.$/);
    expect(manifest.keywords).toContain("bourse");
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(new Set(manifest.keywords).size).toBe(manifest.keywords?.length);
  });

  test("is public, and leaves provenance to the workflow that can prove it", () => {
    expect(manifest.publishConfig).toMatchObject({ access: "public" });
    expect(manifest.publishConfig).not.toHaveProperty("provenance");
  });
});

test("names below .example are a placeholder, others are not", () => {
  expect(isPlaceholder("https://git.example/bourse/bourse")).toBe(true);
  expect(isPlaceholder("https://github.com/example/bourse")).toBe(false);
});
