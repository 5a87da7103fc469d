import { describe, expect, test } from "vitest";

import { parseCandlesCsv, type Candles } from "../../src/data/index.ts";

const plain = `timestamp,open,high,low,close,volume
2024-01-02,10,12,9,11,5
2024-01-03,11,13,10,12,6
2024-01-04,12,14,11,13,7
`;

const columns = ({ time, open, high, low, close, volume }: Candles): number[][] =>
  [time, open, high, low, close, volume].map((column) => [...column]);

const expected = columns(parseCandlesCsv(plain).candles);
const [times = []] = expected;

describe("dialects of candle files", () => {
  test.each<[string, string]>([
    ["semicolons", plain.replaceAll(",", ";")],
    ["tabs", plain.replaceAll(",", "\t")],
    [
      "Yahoo's names with the adjusted close beside the close",
      `Date,Open,High,Low,Close,Adj Close,Volume
2024-01-02,10,12,9,11,10.5,5
2024-01-03,11,13,10,12,11.5,6
2024-01-04,12,14,11,13,12.5,7
`,
    ],
    [
      "TradingView's seconds",
      `time,open,high,low,close,Volume
${times.map((time, i) => `${time / 1000},${10 + i},${12 + i},${9 + i},${11 + i},${5 + i}`).join("\n")}
`,
    ],
    [
      "the newest first, quoted",
      `"Date";"Open";"High";"Low";"Close";"Volume"
"2024-01-04";"12";"14";"11";"13";"7"
"2024-01-03";"11";"13";"10";"12";"6"
"2024-01-02";"10";"12";"9";"11";"5"
`,
    ],
    [
      "Binance's dump with its header, in microseconds",
      `Open time,Open,High,Low,Close,Volume,Close time,Quote asset volume,Number of trades
${times.map((time, i) => `${time}000,${10 + i},${12 + i},${9 + i},${11 + i},${5 + i},${time}999,1,1`).join("\n")}
`,
    ],
    [
      "Binance's dump without a header",
      times
        .map(
          (time, i) => `${time},${10 + i},${12 + i},${9 + i},${11 + i},${5 + i},${time},1,1,1,1,0`,
        )
        .join("\n"),
    ],
    [
      "a date beside the Unix time, which counts",
      `unix,date,open,high,low,close,volume
${times.map((time, i) => `${time},someday,${10 + i},${12 + i},${9 + i},${11 + i},${5 + i}`).join("\n")}
`,
    ],
  ])("%s", (_, file) => {
    expect(columns(parseCandlesCsv(file).candles)).toEqual(expected);
  });

  test("a file without volumes says so, and has none", () => {
    const reading = parseCandlesCsv("Date,Open,High,Low,Close\n2024-01-02,10,12,9,11\n");
    expect(reading.hasVolume).toBe(false);
    expect([...reading.candles.volume]).toEqual([0]);
    expect(parseCandlesCsv(plain).hasVolume).toBe(true);
  });

  test("Binance's turnover is kept", () => {
    const row = `${times[0]},10,12,9,11,5,${times[0]},55,1,1,1,0`;
    expect([...parseCandlesCsv(row).candles.turnover!]).toEqual([55]);
  });

  test.each<[string, string, RegExp]>([
    [
      "a decimal comma beside decimal points",
      "timestamp;open;high;low;close;volume\n2024-01-02;10.5;12,5;9;11;5\n",
      /row 2: high "12,5" is not a decimal number/u,
    ],
    [
      "a fault in a file that begins with the newest candle, by its own row",
      "Date,Open,High,Low,Close\n2024-01-04,12,14,11,13\n2024-01-03,11,10,10,12\n2024-01-02,10,12,9,11\n",
      /row 3: open 11 is above the high 10/u,
    ],
    [
      "a fault in the first row of a file without a header",
      `${times[0]},10,12,9,0,5`,
      /row 1: close 0 is not a finite price above 0/u,
    ],
    [
      "times neither rising nor falling",
      "Date,Open,High,Low,Close\n2024-01-03,12,14,11,13\n2024-01-04,12,14,11,13\n2024-01-02,12,14,11,13\n",
      /row 4: .* is earlier than that of row 3/u,
    ],
    ["five columns of numbers", "1,2,3,4,5\n", /has no column timestamp/u],
  ])("%s is refused", (_, file, message) => {
    expect(() => parseCandlesCsv(file)).toThrow(message);
  });
});
