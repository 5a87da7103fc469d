import assert from "node:assert/strict";

import { StrategyList, StrategySaved, StrategySourceReply } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectRefusal, shown } from "../http/expect.ts";
import type { Answer, Wire } from "../http/wire.ts";

const NAME = "conformance_trader";
const PATH = `/api/strategies/${NAME}/source`;
const source = (version: string): string =>
  `export default class {\n  static version = "${version}";\n  onCandle() {}\n}\n`;

async function save(wire: Wire, text: string, ifMatch?: string): Promise<Answer> {
  return await wire.send(PATH, {
    method: "PUT",
    body: JSON.stringify({ source: text }),
    headers: {
      "content-type": "application/json",
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
    },
  });
}

/** True where the service takes sources of strategies, from this caller. */
async function isOn(wire: Wire): Promise<boolean> {
  return expectData(await wire.get("/api/strategies"), StrategyList).editing === true;
}

/** The sources of strategies, where the service takes some. */
export const sourceCases: readonly Case[] = [
  {
    name: "a strategy's source is saved, read with its tag, and changed by who has read it",
    run: async (wire) => {
      if (!(await isOn(wire))) {
        const answer = await save(wire, source("1.0.0"), "*");
        return assert.ok([401, 403, 501].includes(answer.status), shown(answer));
      }
      const made = expectData(await save(wire, source("1.0.0"), "*"), StrategySaved);
      assert.equal(made.strategy.version, "1.0.0");
      const read = await wire.get(PATH);
      const { sha256, ...text } = expectData(read, StrategySourceReply);
      assert.equal(text.source, source("1.0.0"), shown(read));
      expectRefusal(await save(wire, source("2.0.0"), `"${"0".repeat(64)}"`), 412);
      const changed = expectData(await save(wire, source("2.0.0"), `"${sha256}"`), StrategySaved);
      assert.equal(changed.strategy.version, "2.0.0");
    },
  },
  {
    name: "a source with a fault is 422 with line, column and sentence",
    run: async (wire) => {
      if (!(await isOn(wire))) return;
      const answer = await save(wire, "export default class {\n  onCandle( {}\n}", "*");
      assert.equal(answer.status, 422, shown(answer));
      const { detail } = answer.json as { readonly detail: readonly Record<string, unknown>[] };
      assert.equal(detail[0]?.["line"], 3, shown(answer));
      assert.equal(typeof detail[0]["column"], "number", shown(answer));
      assert.equal(typeof detail[0]["message"], "string", shown(answer));
    },
  },
  {
    name: "a source without text, and a name that is none, are refused",
    run: async (wire) => {
      if (!(await isOn(wire))) return;
      expectInvalid(await save(wire, ""), "body", "source");
      expectRefusal(await wire.get("/api/strategies/No-Name/source"), 400);
      expectRefusal(await wire.get("/api/strategies/no_such_strategy/source"), 404);
      expectRefusal(await wire.get("/api/strategies/rsi/source"), 404);
    },
  },
];
