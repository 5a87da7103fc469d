import { readFileSync } from "node:fs";

import { ENGINE_OPTIONS, type EngineOptionNames } from "@bourse/contract/backtest";
import { expect, test } from "vitest";

import { REQUEST_FIELDS } from "../page/model/request-fields.ts";
import { fieldsText } from "../scripts/fields-text.ts";

test("the form has the options as the contract's document has them", () => {
  const written = /= (\[.*\]);/su.exec(fieldsText())?.[1] ?? "";
  expect(REQUEST_FIELDS, "pnpm run write:fields writes them anew").toEqual(JSON.parse(written));
  const source = new URL("../page/model/request-fields.ts", import.meta.url);
  expect(readFileSync(source, "utf8")).toContain("change that instead");
});

test("every option of the engine can be set", () => {
  const names = new Set(REQUEST_FIELDS.map(({ name }) => name.split(".")[0]));
  for (const { field } of Object.values<EngineOptionNames>(ENGINE_OPTIONS)) {
    expect(names).toContain(field);
  }
});
