import { describe, expect, test } from "vitest";

import { parseCandlesCsv, type CsvOptions } from "../../src/data/index.ts";

/** Numbers of three invented days; every file below has these candles, written as its source writes them. */
const OPEN = [101, 102.5, 103];
const VOLUME = [1500, 2500, 1250];
const ISO = ["2024-01-25", "2024-01-26", "2024-01-29"];

interface Row {
  readonly iso: string;
  readonly day: string;
  readonly month: string;
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
  readonly v: string;
  readonly ms: number;
}

function file(
  header: string,
  line: (row: Row) => string,
  footer = "",
  isNewestFirst = false,
): string {
  const rows = ISO.map((iso, i): Row => {
    const [open, ms] = [OPEN[i]!, Date.parse(iso)];
    const [o, h, l, c] = [open, open + 2, open - 2, open + 1].map((price) => price.toFixed(2));
    const [, month = "", day = ""] = iso.split("-");
    return { iso, day, month, o: o!, h: h!, l: l!, c: c!, v: String(VOLUME[i]), ms };
  });
  const lines = (isNewestFirst ? rows.toReversed() : rows).map(line);
  return [...(header === "" ? [] : [header]), ...lines, footer].join("\n");
}

const comma = (text: string): string => text.replace(".", ",");
const grouped = (text: string): string => text.replace(/(\d)(\d{3})$/u, "$1,$2");
const plain = ({ o, h, l, c, v }: Row): string => `${o},${h},${l},${c},${v}`;
const YFINANCE = "Price,Close,High,Low,Open,Volume\nTicker,ABC,ABC,ABC,ABC,ABC\nDate,,,,,";

type Entry = readonly [string, string, CsvOptions?];

const READ: readonly Entry[] = [
  [
    "Yahoo",
    file(
      "Date,Open,High,Low,Close,Adj Close,Volume",
      ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},9.5,${v}`,
    ),
  ],
  ["yfinance", file(YFINANCE, ({ iso, o, h, l, c, v }) => `${iso},${c},${h},${l},${o},${v}`)],
  [
    "yfinance of two tickers",
    file(
      "Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume\nTicker,ABC,XYZ,ABC,XYZ,ABC,XYZ,ABC,XYZ,ABC,XYZ\nDate,,,,,,,,,,",
      ({ iso, o, h, l, c, v }) => `${iso},${c},1,${h},1,${l},1,${o},1,${v},1`,
    ),
    { symbol: "abc" },
  ],
  ["Stooq", file("Date,Open,High,Low,Close,Volume", (r) => `${r.iso},${plain(r)}`)],
  [
    "Stooq in Polish",
    file("Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen", (r) => `${r.iso},${plain(r)}`),
  ],
  [
    "Stooq's bulk file",
    file(
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      (r) => `ABC.US,D,${r.iso.replaceAll("-", "")},000000,${plain(r)},0`,
    ),
  ],
  [
    "Binance with a header",
    file(
      "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore",
      (r) => `${r.ms},${plain(r)},${r.ms},1,1,1,1,0`,
    ),
  ],
  [
    "Binance without a header, in microseconds",
    file("", (r) => `${r.ms}000,${plain(r)},${r.ms}999,1,1,1,1,0`),
  ],
  [
    "Bybit",
    file("timestamp,open,high,low,close,volume,turnover", (r) => `${r.ms},${plain(r)},1`, "", true),
  ],
  ["Kraken", file("", (r) => `${r.ms / 1000},${plain(r)},17`)],
  [
    "Coinbase",
    file(
      "time,low,high,open,close,volume",
      ({ ms, o, h, l, c, v }) => `${ms / 1000},${l},${h},${o},${c},${v}`,
      "",
      true,
    ),
  ],
  [
    "CryptoDataDownload",
    file(
      "https://www.example.com/files\nunix,date,symbol,open,high,low,close,Volume BTC,Volume USD,tradecount",
      (r) => `${r.ms},${r.iso} 00:00:00,BTC/USD,${plain(r)},9,7`,
      "",
      true,
    ),
  ],
  [
    "Dukascopy",
    file(
      "Gmt time,Open,High,Low,Close,Volume",
      (r) => `${r.day}.${r.month}.2024 00:00:00.000,${plain(r)}`,
    ),
  ],
  [
    "HistData",
    file("", ({ iso, o, h, l, c, v }) =>
      [`${iso.replaceAll("-", "")} 000000`, o, h, l, c, v].join(";"),
    ),
  ],
  ["MetaTrader 4", file("", (r) => `${r.iso.replaceAll("-", ".")},00:00,${plain(r)}`)],
  [
    "MetaTrader 5",
    file(
      "<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
      (r) => `${r.iso.replaceAll("-", ".")}\t${plain(r).replaceAll(",", "\t")}\t0\t3`,
    ),
  ],
  ["TradingView", file("time,open,high,low,close,Volume", (r) => `${r.ms / 1000},${plain(r)}`)],
  [
    "NinjaTrader",
    file("", ({ iso, o, h, l, c, v }) => [iso.replaceAll("-", ""), o, h, l, c, v].join(";")),
  ],
  [
    "Interactive Brokers",
    file(
      "Date,Open,High,Low,Close,Volume,WAP,Count",
      (r) => `${r.iso.replaceAll("-", "")},${plain(r)},1,1`,
    ),
  ],
  [
    "Interactive Brokers Flex",
    file(
      "Date/Time,Open,High,Low,Close,Volume",
      (r) => `${r.iso.replaceAll("-", "")};000000,${plain(r)}`,
    ),
  ],
  [
    "Alpha Vantage",
    file(
      "timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient",
      ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},9,${v},0,1`,
      "",
      true,
    ),
  ],
  [
    "Alpha Vantage's JSON names",
    file("date,1. open,2. high,3. low,4. close,5. volume", (r) => `${r.iso},${plain(r)}`),
  ],
  [
    "Polygon",
    file(
      "ticker,volume,open,close,high,low,window_start,transactions",
      ({ ms, o, h, l, c, v }) => `ABC,${v},${o},${c},${h},${l},${ms}000000,5`,
    ),
  ],
  [
    "Tiingo",
    file(
      "date,close,high,low,open,volume,adjClose,adjHigh",
      ({ iso, o, h, l, c, v }) => `${iso} 00:00:00+00:00,${c},${h},${l},${o},${v},9,9`,
    ),
  ],
  [
    "EODHD",
    file(
      "Date,Open,High,Low,Close,Adjusted_close,Volume",
      ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},9,${v}`,
    ),
  ],
  [
    "Nasdaq",
    file(
      "Date,Close/Last,Volume,Open,High,Low",
      ({ day, month, o, h, l, c, v }) => `${month}/${day}/2024,$${c},${v},$${o},$${h},$${l}`,
      "",
      true,
    ),
  ],
  [
    "Investing.com",
    file(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      ({ day, month, o, h, l, c, v }) =>
        `"${month}/${day}/2024","${c}","${o}","${h}","${l}","${Number(v) / 1000}K","0.55%"`,
      "",
      true,
    ),
  ],
  [
    "Investing.com in German",
    file(
      '"Datum","Zuletzt","Eröffn.","Hoch","Tief","Vol.","+/- %"',
      ({ day, month, o, h, l, c, v }) =>
        `"${day}.${month}.2024","${comma(c)}","${comma(o)}","${comma(h)}","${comma(l)}","${comma(String(Number(v) / 1000))}K","0,55%"`,
    ),
    { decimal: "comma" },
  ],
  [
    "MarketWatch",
    file(
      "Date,Open,High,Low,Close,Volume",
      ({ day, month, o, h, l, c, v }) =>
        `${month}/${day}/2024,"${o}","${h}","${l}","${c}","${grouped(v)}"`,
      "",
      true,
    ),
  ],
  [
    "the Wall Street Journal",
    file(
      "Date, Open, High, Low, Close, Volume",
      ({ day, month, o, h, l, c, v }) => `${month}/${day}/24, ${o}, ${h}, ${l}, ${c}, ${v}`,
      "",
      true,
    ),
  ],
  [
    "Barchart",
    file(
      "Time,Open,High,Low,Latest,Change,%Change,Volume",
      ({ day, month, o, h, l, c, v }) => `${month}/${day}/2024,${o},${h},${l},${c},1,0.5%,${v}`,
      '"Downloaded from Barchart.com as of 01-30-2024"',
    ),
    { badRows: "skip" },
  ],
  ["FirstRate Data", file("", (r) => `${r.iso} 00:00:00,${plain(r)}`)],
  ["Kibot", file("", (r) => `${r.month}/${r.day}/2024,${plain(r)}`)],
  [
    "Quandl's WIKI",
    file(
      "ticker,date,open,high,low,close,volume,ex-dividend,split_ratio,adj_close",
      (r) => `ABC,${r.iso},${plain(r)},0,1,9`,
    ),
  ],
  [
    "Finam",
    file(
      "<TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<HIGH>;<LOW>;<CLOSE>;<VOL>",
      (r) => `ABC;D;${r.iso.replaceAll("-", "")};000000;${plain(r).replaceAll(",", ";")}`,
    ),
  ],
  [
    "TradeStation",
    file(
      '"Date","Time","Open","High","Low","Close","Vol","OI"',
      (r) => `${r.month}/${r.day}/2024,00:00,${plain(r)},0`,
    ),
  ],
  [
    "AmiBroker",
    file(
      "Ticker,Date/Time,Open,High,Low,Close,Volume",
      (r) => `ABC,${r.month}/${r.day}/2024 12:00:00 AM,${plain(r)}`,
    ),
  ],
  [
    "MetaStock",
    file(
      "<TICKER>,<DTYYYYMMDD>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
      (r) => `ABC,${r.iso.replaceAll("-", "")},${plain(r)}`,
    ),
  ],
  [
    "freqtrade",
    file(",date,open,high,low,close,volume", (r) => `0,${r.iso} 00:00:00+00:00,${plain(r)}`),
  ],
  [
    "backtrader",
    file("Date,Open,High,Low,Close,Volume,OpenInterest", (r) => `${r.iso},${plain(r)},0`),
  ],
  [
    "Zipline",
    file("date,open,high,low,close,volume,dividend,split", (r) => `${r.iso},${plain(r)},0,1`),
  ],
  [
    "Ariva",
    file(
      "Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen",
      ({ iso, o, h, l, c, v }) =>
        [iso, comma(o), comma(h), comma(l), comma(c), v.replace(/(\d{3})$/u, ".$1"), "99"].join(
          ";",
        ),
      "",
      true,
    ),
  ],
  [
    "Onvista",
    file("Datum;Eröffnung;Hoch;Tief;Schluss;Volumen", ({ day, month, o, h, l, c, v }) =>
      [`${day}.${month}.2024`, comma(o), comma(h), comma(l), comma(c), v].join(";"),
    ),
  ],
  [
    "a Japanese site",
    file("日付,始値,高値,安値,終値,出来高", (r) => `2024年1月${r.day}日,${plain(r)}`),
  ],
  [
    "Tushare",
    file(
      "ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount",
      ({ iso, o, h, l, c, v }) =>
        `000001.SZ,${iso.replaceAll("-", "")},${o},${h},${l},${c},1,0,0,${v},1`,
      "",
      true,
    ),
  ],
  [
    "akshare",
    file(
      "日期,股票代码,开盘,收盘,最高,最低,成交量,成交额",
      ({ iso, o, h, l, c, v }) => `${iso},000001,${o},${c},${h},${l},${v},1`,
    ),
  ],
  [
    "NSE",
    file(
      '"Date ","series ","OPEN ","HIGH ","LOW ","PREV. CLOSE ","close ","VOLUME "',
      ({ day, o, h, l, c, v }) =>
        `"${day}-Jan-2024","EQ","${o}","${h}","${l}","1.0","${c}","${grouped(v)}"`,
      "",
      true,
    ),
  ],
  [
    "BSE",
    file(
      "Date,Open Price,High Price,Low Price,Close Price,WAP,No.of Shares",
      ({ day, o, h, l, c, v }) => `${day}-January-2024,${o},${h},${l},${c},1,${v},`,
      "",
      true,
    ),
  ],
  ["OKX", file("ts,o,h,l,c,vol", (r) => `${r.ms},${plain(r)}`, "", true)],
  [
    "Twelve Data",
    file(
      "datetime;open;high;low;close;volume",
      (r) => `${r.iso};${plain(r).replaceAll(",", ";")}`,
      "",
      true,
    ),
  ],
];

describe("files of data vendors", () => {
  test.each(READ.map(([name, text, options]) => [name, text, options ?? {}] as const))(
    "%s gives its candles",
    (_, text, options) => {
      const { candles, skipped, duplicates } = parseCandlesCsv(text, options);
      expect([...candles.time].map((time) => new Date(time).toISOString().slice(0, 10))).toEqual(
        ISO,
      );
      expect([...candles.open]).toEqual(OPEN);
      expect([...candles.high]).toEqual(OPEN.map((open) => open + 2));
      expect([...candles.low]).toEqual(OPEN.map((open) => open - 2));
      expect([...candles.close]).toEqual(OPEN.map((open) => open + 1));
      expect([...candles.volume]).toEqual(VOLUME);
      expect([skipped.count, duplicates.count]).toEqual([options.badRows === "skip" ? 1 : 0, 0]);
    },
  );

  test.each<readonly [string, string, RegExp]>([
    [
      "a footer, with the option that skips it",
      READ.find(([name]) => name === "Barchart")![1],
      /row 5: .*option "badRows" to skip/u,
    ],
    [
      "yfinance of two tickers, with their names",
      READ.find(([name]) => name === "yfinance of two tickers")![1],
      /row 2 names several symbols: ABC, XYZ; set option "symbol"/u,
    ],
    [
      "decimal commas between commas, with the option that tells them",
      READ.find(([name]) => name === "Investing.com in German")![1],
      /option "decimal" to comma/u,
    ],
    [
      "FRED's single values",
      "observation_date,SP500\n2024-01-25,.\n",
      /row 1 has no column timestamp, open/u,
    ],
    [
      "JSON rows of ccxt",
      "[[1706140800000,1,2,0.5,1,9],\n[1706227200000,1,2,0.5,1,9]]",
      /row 1 is JSON/u,
    ],
    [
      "a zone that several places use",
      "Date,Open,High,Low,Close\n2024-01-25 09:30 CST,1,2,1,1\n",
      /row 2: .*the zone CST .*"timeZone"/u,
    ],
    [
      "dates of two digits that may mean three days",
      "Date,Open,High,Low,Close\n02/01/03,1,2,1,1\n",
      /row 2: .*"dateOrder" to dmy, mdy or ymd/u,
    ],
  ])("%s: refused", (_, text, message) => {
    expect(() => parseCandlesCsv(text)).toThrow(message);
  });

  test("what stood above the header, and a zone that has one offset, are stated", () => {
    const text =
      "# dump\nMy Broker; export\nTime,Open,High,Low,Close\n2024-01-25 09:30:00 EST,1,2,1,1\n2024-01-25 09:31 EST,1,2,1,1\n";
    const { candles, format } = parseCandlesCsv(text);
    expect(new Date(candles.time[0]!).toISOString()).toBe("2024-01-25T14:30:00.000Z");
    expect(format.assumptions.join(" ")).toMatch(/first 2 lines were left out.*EST/u);
  });

  test("windows-1252 and UTF-16 without a mark are found, and an encoding can be told", () => {
    const text = READ.find(([name]) => name === "Onvista")![1];
    const narrow = Uint8Array.from(text, (letter) => letter.codePointAt(0)!);
    const wide = new Uint8Array(2 * text.length);
    for (const [i, letter] of Array.from(text).entries()) wide[2 * i] = letter.codePointAt(0)!;
    const expected = parseCandlesCsv(text).candles;
    expect(parseCandlesCsv(narrow).candles).toEqual(expected);
    expect(parseCandlesCsv(narrow).format.assumptions.join(" ")).toContain("windows-1252");
    expect(parseCandlesCsv(wide).candles).toEqual(expected);
    expect(parseCandlesCsv(narrow, { encoding: "windows-1252" }).candles).toEqual(expected);
  });

  test("two symbols in one file are refused with their names, or one is chosen", () => {
    const row = (symbol: string, day: number) => `${symbol},2024-01-0${day},1,2,1,1`;
    const text = [
      "Symbol,Date,Open,High,Low,Close",
      row("ABC", 1),
      row("X/Z", 1),
      row("ABC", 2),
      row("X/Z", 2),
    ].join("\n");
    expect(() => parseCandlesCsv(text)).toThrow(
      /row 3: the file names several symbols: ABC, X\/Z; set option "symbol"/u,
    );
    const { candles, format } = parseCandlesCsv(text, { symbol: "xz" });
    expect(candles.length).toBe(2);
    expect(format.assumptions.join(" ")).toContain("2 of other symbols were left out");
  });
});
