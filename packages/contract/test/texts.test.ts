import { beforeAll, describe, expect, test } from "vitest";

import { textsByFolder } from "../scripts/texts.ts";
import { documentedAuthApi, documentedAuthDiscoveryApi } from "../src/auth/index.ts";
import { texts as authTexts } from "../src/auth/texts.ts";
import { documentedBacktestApi } from "../src/backtest/index.ts";
import { texts as backtestTexts } from "../src/backtest/texts.ts";
import { documentedCurationApi, documentedCurationHealthApi } from "../src/curation/index.ts";
import { texts as curationTexts } from "../src/curation/texts.ts";
import { openapi, type DocumentedApi } from "../src/index.ts";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "../src/node/index.ts";
import { texts as nodeTexts } from "../src/node/texts.ts";

const FOLDERS = [
  ["auth", authTexts],
  ["backtest", backtestTexts],
  ["curation", curationTexts],
  ["node", nodeTexts],
] as const;

const APIS: readonly DocumentedApi[] = [
  documentedAuthApi,
  documentedAuthDiscoveryApi,
  documentedBacktestApi,
  documentedCurationApi,
  documentedCurationHealthApi,
  documentedNodeInternalApi,
  documentedNodeExternalApi,
  documentedNodeDashboardApi,
];

describe("the texts of fields and routes", () => {
  let comments: ReturnType<typeof textsByFolder>;
  beforeAll(() => {
    comments = textsByFolder();
  });

  test.each(FOLDERS)("of %s are the doc comments that an editor shows", (folder, texts) => {
    expect(texts, "run `pnpm --filter @bourse/contract write:texts`").toEqual(comments[folder]);
  });

  test.each(FOLDERS)("of %s are never empty", (_, texts) => {
    const empty = Object.values(texts).flatMap((own) =>
      Object.keys(own).filter((place) => own[place] === ""),
    );
    expect(empty).toEqual([]);
  });
});

test.each(APIS.map((api) => [api.id, api] as const))(
  "every parameter and every property in the document of %s is described",
  (_, api) => {
    expect(undescribedIn(openapi(api), "")).toEqual([]);
  },
);

/** The places of parameters and properties without a description. */
function undescribedIn(node: unknown, place: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties, name, schema, description } = node as Readonly<Record<string, unknown>>;
  const own = Object.entries(properties ?? {}).flatMap(([property, written]) =>
    "description" in (written as object) ? [] : [`${place}.${property}`],
  );
  const isParameter = typeof name === "string" && schema !== undefined;
  if (isParameter && description === undefined) own.push(`${place} ${name}`);
  const inner = Object.entries(node).filter(([key]) => key !== "example");
  return [...own, ...inner.flatMap(([key, value]) => undescribedIn(value, `${place}/${key}`))];
}
