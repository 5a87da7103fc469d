/** The documents in the repository are those of the contract, and a change that breaks callers is declared. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { splitChangeset } from "../../../scripts/split-changeset.mjs";
import manifest from "../../contract/package.json" with { type: "json" };
import { announcesBreaking } from "../scripts/breaking/announces-breaking.ts";
import {
  breakingChanges,
  documents,
  DOCUMENTS,
  documentsIn,
  RELEASED,
} from "../scripts/documents.ts";

const CHANGESETS = fileURLToPath(new URL("../../../.changeset/", import.meta.url));

test("the documents that are kept are those of the contract", () => {
  const current: unknown = JSON.parse(JSON.stringify(documents()));
  expect(documentsIn(DOCUMENTS), "run `pnpm --filter @bourse/documents write:documents`").toEqual(
    current,
  );
});

test("a change that breaks callers of the last release is announced by a changeset", () => {
  const broken = breakingChanges(documentsIn(RELEASED), documentsIn(DOCUMENTS));
  const announced = readdirSync(CHANGESETS)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .flatMap((file) => splitChangeset(readFileSync(CHANGESETS + file, "utf8")))
    .filter(({ name }) => name === manifest.name);
  const isAnnounced = announced.some((step) => announcesBreaking(manifest.version, step));
  expect(
    isAnnounced ? [] : broken,
    "declare it in a changeset of @bourse/contract: major, or before 1.0.0 minor with the word Breaking",
  ).toEqual([]);
});
