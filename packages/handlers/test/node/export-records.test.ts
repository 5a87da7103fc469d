/** The history as a file, as a reader who has nothing but the file sees it. */

import { createHash } from "node:crypto";

import { createMemoryStore, type Store } from "@bourse/kernel";
import {
  chainCollections,
  createComplianceIndex,
  createMemoryChain,
  type ComplianceRecord,
  type Hex,
} from "@bourse/node-core";
import { describe, expect, test } from "vitest";

import {
  complianceRows,
  FIRST_LINK,
  rowOf,
} from "../../../node-core/src/chain/compliance/compliance-rows.ts";
import { address } from "../../../node-core/test/chain/wallet.ts";
import { exportRecords, type ExportFormat } from "../../src/node/wire/export-records.ts";

const rpc = createMemoryChain({ now: () => 0 });
const hex = (number: number, digits = 64): string => number.toString(16).padStart(digits, "0");

/** One record a block. */
function recordAt(blockNumber: number, more: Partial<ComplianceRecord> = {}): ComplianceRecord {
  return {
    eventType: "data_share",
    dataHash: hex(blockNumber),
    sender: address(0xa11ce),
    recipient: address(0xb0b),
    timestamp: (1_800_000_000 + blockNumber) * 1000,
    txHash: `0x${hex(blockNumber)}`,
    blockNumber,
    logIndex: 0,
    payment: null,
    ...more,
  };
}

/** A store that an index has filled with these records. */
async function storeOf(records: readonly ComplianceRecord[]): Promise<Store> {
  const store = createMemoryStore({ collections: chainCollections });
  let link = FIRST_LINK;
  await store.transaction(async (tx) => {
    for (const record of records) {
      const blockHash: Hex = `0x${hex(record.blockNumber + 0xb10c)}`;
      const row = rowOf(`${rpc.chainId}:${rpc.registry}`, record, blockHash, link);
      await tx.insert(complianceRows, row);
      ({ link } = row);
    }
  });
  return store;
}

function exported(
  store: Store,
  format: ExportFormat,
  filters: readonly string[] = [],
): AsyncGenerator<string> {
  const index = createComplianceIndex({
    rpc,
    chainId: rpc.chainId,
    contract: rpc.registry,
    store,
  });
  return exportRecords(index.entries({ filters }), format);
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

type Line = Readonly<Record<string, unknown>>;

async function linesOf(store: Store, filters: readonly string[] = []): Promise<readonly Line[]> {
  const text = await textOf(exported(store, "jsonl", filters));
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

/** Number of lines that follow from the one before, by the rule that `LinkedRecord.link` states. */
function linesThatFollow(lines: readonly Line[]): number {
  let previous = "0".repeat(64);
  for (const [place, line] of lines.entries()) {
    const facts = [
      [
        previous,
        line["block_hash"],
        line["block_number"],
        line["log_index"],
        line["tx_hash"],
        line["timestamp"],
      ],
      [
        line["sender"],
        line["recipient"],
        line["data_hash"],
        line["event_type"],
        line["payment_token"],
        line["payment_amount"],
      ],
    ];
    previous = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
    if (previous !== line["link"]) return place;
  }
  return lines.length;
}

const payment = { token: address(0x70), amount: "12345678901234567890" };

describe("an export", () => {
  test("tells each record with its payment, its block and its link", async () => {
    const store = await storeOf([recordAt(7, { payment })]);
    const row = {
      event_type: "data_share",
      data_hash: hex(7),
      sender: address(0xa11ce),
      recipient: address(0xb0b),
      timestamp: 1_800_000_007,
      tx_hash: `0x${hex(7)}`,
      payment_token: payment.token,
      payment_amount: payment.amount,
      block_number: 7,
      block_hash: `0x${hex(0xb10c + 7)}`,
      log_index: 0,
    };
    const [line] = await linesOf(store);
    const { link, ...facts } = line ?? {};
    expect(facts).toEqual(row);
    expect(await textOf(exported(store, "csv"))).toBe(
      `${[...Object.keys(row), "link"].join(",")}\r\n${[...Object.values(row), link].join(",")}\r\n`,
    );
  });

  test("of an empty history is nothing, or a head without rows", async () => {
    const store = await storeOf([]);
    expect(await textOf(exported(store, "jsonl"))).toBe("");
    const csv = await textOf(exported(store, "csv"));
    expect(csv).toMatch(/^event_type,.+,link\r\n$/);
  });

  test("holds each record once, oldest first, over any number of pages and types", async () => {
    const types = ["a", "b", "c"];
    const records = Array.from({ length: 1700 }, (_, place) =>
      recordAt(place + 1, { eventType: types[place % 5] ?? "d" }),
    );
    const store = await storeOf(records);
    const expected = (wanted: readonly string[]): readonly string[] =>
      records
        .filter(({ eventType }) => wanted.length === 0 || wanted.includes(eventType))
        .map(({ dataHash }) => dataHash);
    for (const filters of [[], ["d"], ["c", "a"], ["b", "b"], ["a", "nobody"], ["nobody"]]) {
      const lines = await linesOf(store, filters);
      expect(lines.map((line) => line["data_hash"])).toEqual(expected(filters));
    }
  });

  test("of everything is verified by its reader, and no altered line passes", async () => {
    const records = Array.from({ length: 1201 }, (_, place) =>
      recordAt(place + 1, place % 2 === 0 ? { payment } : {}),
    );
    const lines = await linesOf(await storeOf(records));
    expect(linesThatFollow(lines)).toBe(1201);
    for (const change of [
      { recipient: address(0xbad) },
      { payment_amount: "1" },
      { block_hash: `0x${hex(1)}` },
      { timestamp: 1 },
    ]) {
      const altered = lines.map((line, place) => (place === 600 ? { ...line, ...change } : line));
      expect(linesThatFollow(altered)).toBe(600);
    }
    expect(linesThatFollow(lines.toSpliced(600, 1))).toBe(600);
  });

  test("gives a spreadsheet no formula to run", async () => {
    const store = await storeOf([recordAt(1, { eventType: "-2-3" }), recordAt(2)]);
    const [, formula, plain] = (await textOf(exported(store, "csv"))).split("\r\n");
    expect(formula).toMatch(/^'-2-3,/);
    expect(plain).toMatch(/^data_share,/);
    expect(await textOf(exported(store, "csv"))).not.toMatch(/(^|[\r\n,])[-=+@\t]/);
    expect((await linesOf(store))[0]).toMatchObject({ event_type: "-2-3" });
  });

  test("reads a page when the one before is taken, and none for a reader who has gone", async () => {
    const store = await storeOf(Array.from({ length: 5000 }, (_, place) => recordAt(place + 1)));
    let finds = 0;
    const find: Store["find"] = (...query) => {
      finds++;
      return store.find(...query);
    };
    const counting = new Proxy(store, {
      get: (target, name) => (name === "find" ? find : (Reflect.get(target, name) as unknown)),
    });
    const pieces = exported(counting, "jsonl");
    for (let taken = 1; taken <= 3; taken++) {
      const piece = await pieces.next();
      expect(String(piece.value).split("\n")).toHaveLength(501);
      expect(finds).toBe(taken);
    }
    await pieces.return(undefined);
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
    expect(finds).toBe(3);
  });
});
