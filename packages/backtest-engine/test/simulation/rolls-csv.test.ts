import { describe, expect, test } from "vitest";

import { parseRollsCsv } from "../../src/data/index.ts";

const march = Date.UTC(2026, 2, 16);
const june = Date.UTC(2026, 5, 15);

describe("rolls of a file", () => {
  test.each([
    ["dates", "Date\n2026-03-16\n2026-06-15\n"],
    [
      "times, newest first, with remarks",
      "# CME\nroll time;note\n2026-06-15T00:00Z;a\n2026-03-16;b",
    ],
    ["seconds", `time\n${march / 1000}\n${june / 1000}`],
  ])("%s", (_, text) => {
    expect(parseRollsCsv(text)).toEqual([march, june]);
  });

  test("are by symbol with a column of symbols", () => {
    const text = "symbol,roll_date\nES,2026-06-15\nNQ,2026-03-16\nES,2026-03-16\n";
    expect(parseRollsCsv(text)).toEqual({ ES: [march, june], NQ: [march] });
  });

  test.each([
    ["Date\n2026-02-30", "Rolls: row 2 needs"],
    ["Date\n2026-03-16\n2026-03-16", "Rolls: row 3 has the time of another row."],
    ["Close\n1", "Rolls: row 1 must name the columns time; found"],
    ["", "Rolls: row 1 is missing: the file is empty."],
  ])("%j is refused with its row", (text, said) => {
    expect(() => parseRollsCsv(text)).toThrow(said);
  });
});
