/**
 * The fields that npm shows of every package come from one place, and nothing in it makes a publication from elsewhere
 * fail.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  publishedFolders,
  releasedManifest,
  releaseRepository,
} from "../scripts/published-packages.mjs";
import { packages, readJson, root } from "./support/workspace.ts";

interface Manifest {
  readonly description?: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  readonly name?: string;
  readonly engines?: { readonly node?: string };
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

const ofRoot = readJson<Manifest>("package.json");

test("the published folders are those of the workspace", () => {
  expect(publishedFolders()).toEqual(packages().map(({ folder }) => folder));
});

describe.each(packages().map(({ folder }) => ({ folder })))("$folder", ({ folder }) => {
  const manifest = readJson<Manifest>(join(folder, "package.json"));

  test("names no repository until a release does: its own folder there, homepage and issues", () => {
    expect(manifest).not.toHaveProperty("repository");
    expect(releasedManifest(manifest, {})).toEqual(manifest);
    const url = "https://host.example/owner/name";
    expect(releasedManifest(manifest, { BOURSE_REPOSITORY: url })).toEqual({
      ...manifest,
      homepage: `${url}/tree/main/${folder}#readme`,
      bugs: { url: `${url}/issues` },
      repository: { type: "git", url: `git+${url}.git`, directory: folder },
    });
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

test.each(["host/owner/name", "http://host/owner/name", "https://host", "https://host/a.git"])(
  "%s is not the address of a repository",
  (BOURSE_REPOSITORY) => {
    expect(() => releaseRepository({ BOURSE_REPOSITORY })).toThrow(/^BOURSE_REPOSITORY is "/);
  },
);
