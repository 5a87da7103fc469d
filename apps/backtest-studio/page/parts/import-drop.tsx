/** A place to drop a file with candles on: its name proposes the series, the server detects the format. */

import type { ImportCandlesInput } from "@bourse/client/backtest";
import type { ImportReply } from "@bourse/contract/backtest";
import { bytes, Field, Notice, useAction } from "@bourse/ui";
import { useRef, useState } from "preact/hooks";

import { minutesOf, readFirstRows, type FirstRows } from "../model/first-rows.ts";
import { loadImports } from "../model/imports.ts";
import { intervalName, spelledInterval } from "../model/intervals.ts";
import { count, utc, utcMinute } from "../model/numbers.ts";
import { seriesOfName } from "../model/series-of-name.ts";
import { clients } from "../model/session.ts";
import { wordsOf } from "../model/words.ts";
import { ChoiceField } from "./choice-field.tsx";
import { FirstRowsTable } from "./first-rows.tsx";
import { IntervalField } from "./interval-field.tsx";
import { SymbolField } from "./symbol-field.tsx";

type Query = ImportCandlesInput["query"];

const BAD_ROWS = ["refuse", "skip"] as const;
const DUPLICATES = ["refuse", "same", "first", "last"] as const;
const PRICES = ["above 0", "any"] as const;
const GAPS = ["report", "refuse", "fill"] as const;

interface Series {
  readonly symbol: string;
  readonly interval: string;
  readonly gaps: string;
  readonly bad_rows: string;
  readonly duplicates: string;
  readonly allow_negative_prices?: true;
  readonly skip_rows?: number;
  readonly time_zone?: string;
}

const FIRST: Series = {
  symbol: "",
  interval: "1h",
  gaps: "report",
  bad_rows: "refuse",
  duplicates: "refuse",
};

interface ImportDropProps {
  readonly onImported: (reply: ImportReply) => void;
}

export function ImportDrop({ onImported }: ImportDropProps) {
  const [isOver, setOver] = useState(false);
  const { file, first, series, setSeries, store, take, leave } = useImport(onImported);
  const fault = first === undefined ? undefined : intervalFaultOf(series.interval, first);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      <p>
        Drop a CSV, Parquet or Arrow file with candles here, or{" "}
        <button type="button" class="second small" onClick={() => picker.current?.click()}>
          choose one
        </button>
      </p>
      <input
        ref={picker}
        class="unseen"
        type="file"
        accept=".csv,.txt,.parquet,.arrow,.feather,text/csv"
        aria-label="File with candles"
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
      <p class="hint">
        Time, open, high, low, close and volume, or a file of Yahoo, TradingView, Binance, Bybit or
        MetaTrader. Up to 64 MiB.
      </p>
      {file !== undefined && (
        <div class="fields" role="group" aria-label={`Import ${file.name}`}>
          <FirstRowsTable first={first} name={file.name} zone={series.time_zone} />
          <SeriesFields file={file} series={series} fault={fault} onChange={setSeries} />
          <div class="buttons">
            <button
              type="button"
              disabled={store.busy || series.symbol === "" || fault !== undefined}
              onClick={() => void store.run(file)}
            >
              {store.busy ? "Importing …" : "Import"}
            </button>
            <button type="button" class="second" onClick={leave}>
              Not now
            </button>
          </div>
        </div>
      )}
      {store.problem !== undefined && <Notice kind="poor">{store.problem}</Notice>}
      {store.result !== undefined && <Imported reply={store.result} />}
    </div>
  );
}

/** The file that was taken, the series that it becomes, and its way to the server. */
function useImport(onImported: (reply: ImportReply) => void) {
  const [file, setFile] = useState<File>();
  const [series, setSeries] = useState<Series>(FIRST);
  const [first, setFirst] = useState<FirstRows>();
  const store = useAction(async (chosen: File) => {
    try {
      const reply = await clients.value.backtest.importCandles(
        { query: series as Query, body: new Uint8Array(await chosen.arrayBuffer()) },
        { timeoutMilliseconds: 300_000, totalTimeoutMilliseconds: 300_000 },
      );
      setFile(undefined);
      void loadImports();
      onImported(reply);
      return reply;
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  const take = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    store.clear();
    setFile(chosen);
    setFirst(undefined);
    const named = { ...series, ...seriesOfName(chosen.name) };
    setSeries(named);
    // The rows know better than the file's name.
    void firstRowsOf(chosen).then((read) => {
      setFirst(read);
      setSeries((now) => ({
        ...now,
        ...(read?.symbol !== undefined && now.symbol === named.symbol && { symbol: read.symbol }),
        ...(read?.interval !== undefined &&
          now.interval === named.interval && { interval: read.interval }),
      }));
    });
  };
  return { file, first, series, setSeries, store, take, leave: () => setFile(undefined) };
}

/** Bytes that are read for the first rows. */
const FIRST_BYTES = 65_536;

/** The first rows of a text file; undefined for any other, which the server reads. */
async function firstRowsOf(file: File): Promise<FirstRows | undefined> {
  if (/\.(?:parquet|arrow|feather)$/iu.test(file.name)) return undefined;
  const text = await file
    .slice(0, FIRST_BYTES)
    .text()
    .catch(() => "");
  // The last line may be cut.
  return readFirstRows(file.size > FIRST_BYTES ? text.slice(0, text.lastIndexOf("\n")) : text);
}

/** The fault of a length of a candle that has several rows of the file in each candle. */
function intervalFaultOf(interval: string, { interval: apart }: FirstRows): string | undefined {
  const spelled = spelledInterval(interval);
  if (apart === undefined || spelled === undefined || spelled === apart) return undefined;
  const [given, found] = [minutesOf(spelled), minutesOf(apart)];
  const isLonger = given === undefined || (found !== undefined && given > found);
  const isMonths = apart === "1M";
  return isLonger && !isMonths
    ? `The rows are ${intervalName(apart)} apart: they are no candles of ${intervalName(spelled)}.`
    : undefined;
}

interface SeriesFieldsProps {
  readonly file: File;
  readonly fault: string | undefined;
  readonly series: Series;
  readonly onChange: (series: Series) => void;
}

function SeriesFields({ file, series, fault, onChange }: SeriesFieldsProps) {
  const { symbol, interval, gaps, bad_rows: badRows, duplicates, skip_rows: skipRows } = series;
  return (
    <>
      <SymbolField
        label="Symbol of the file"
        hint={`${file.name}, ${bytes(file.size)}`}
        value={symbol}
        onInput={(value) => onChange({ ...series, symbol: value })}
      />
      <IntervalField
        label="Candle of the file"
        value={interval}
        fault={fault}
        onChange={(value) => onChange({ ...series, interval: value })}
      />
      <ChoiceField
        label="Missing candles"
        value={gaps}
        choices={GAPS.map((one) => [one, one])}
        onChange={(value) => onChange({ ...series, gaps: value })}
      />
      <ChoiceField
        label="Rows that are no candle"
        value={badRows}
        choices={BAD_ROWS.map((one) => [one, one])}
        onChange={(value) => onChange({ ...series, bad_rows: value })}
      />
      <ChoiceField
        label="Rows of one time"
        value={duplicates}
        choices={DUPLICATES.map((one) => [one, one])}
        onChange={(value) => onChange({ ...series, duplicates: value })}
      />
      <ChoiceField
        label="Prices"
        value={series.allow_negative_prices === true ? "any" : "above 0"}
        choices={PRICES.map((one) => [one, one])}
        onChange={(value) => {
          const { allow_negative_prices: _, ...rest } = series;
          onChange(value === "any" ? { ...rest, allow_negative_prices: true } : rest);
        }}
      />
      <Field label="Lines above the header">
        {(ties) => (
          <input
            {...ties}
            type="number"
            min="0"
            max="10000"
            placeholder="found"
            value={skipRows ?? ""}
            onInput={(event) => {
              const { skip_rows: _, ...rest } = series;
              const { value } = event.currentTarget;
              onChange(value === "" ? rest : { ...rest, skip_rows: Number(value) });
            }}
          />
        )}
      </Field>
      <Field label="Time zone of times without one">
        {(ties) => (
          <input
            {...ties}
            placeholder="UTC"
            value={series.time_zone ?? ""}
            onInput={(event) => {
              const { time_zone: _, ...rest } = series;
              const { value } = event.currentTarget;
              onChange(value === "" ? rest : { ...rest, time_zone: value });
            }}
          />
        )}
      </Field>
    </>
  );
}

/** Outcome of an import in a sentence, and how the file was read for whom that is not clear. */
function Imported({ reply }: { readonly reply: ImportReply }) {
  const { symbol, interval, records, gaps, filled, format, time_zone: zone } = reply;
  const missing = gaps === 1 ? "1 gap" : `${count(gaps)} gaps`;
  return (
    <>
      <Notice kind={gaps > 0 && filled === 0 ? "fair" : "good"}>
        {count(records)} candles of {symbol}, {intervalName(interval)} each, from{" "}
        {utc(reply.first_timestamp)} to {utcMinute(reply.last_timestamp)}
        {filled > 0 ? `, ${count(filled)} of them filled in` : gaps > 0 && `, with ${missing}`}.
      </Notice>
      <details class="group">
        <summary>How it was read</summary>
        <p class="hint">
          As {format.dialect}
          {zone !== "UTC" && `, times of ${zone}`}. {format.assumptions.join(" ")}
        </p>
      </details>
    </>
  );
}
