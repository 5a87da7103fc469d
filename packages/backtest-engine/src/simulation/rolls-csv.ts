/** Rolls of futures in CSV. */

import { anyText } from "@bourse/kernel";

import { readDatedCsv, refusal } from "../candles/read-dated-csv.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Rolls } from "./rolls.ts";

const WHAT = "Rolls";

/**
 * Reads the rolls of futures from CSV with a header: a column `time`, `date` or `roll date`, where a date begins at
 * 0 o'clock UTC. Rows may be newest first. With a column of symbols the lists are by symbol.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}: no column of times, a cell that is none, or two rows of
 * one time
 */
export function parseRollsCsv(text: string): Rolls {
  requireArguments("parseRollsCsv", { text }, { text: anyText });
  const rows = readDatedCsv(text, WHAT, {});
  const lists = new Map<string, number[]>();
  for (const { row, time, symbol = "" } of rows) {
    const list = lists.get(symbol) ?? [];
    if (list.includes(time)) throw refusal(WHAT, row, "has the time of another row");
    list.push(time);
    lists.set(symbol, list);
  }
  for (const list of lists.values()) list.sort((one, other) => one - other);
  if (rows.every(({ symbol }) => symbol === undefined)) return lists.get("") ?? [];
  return Object.fromEntries(lists);
}
