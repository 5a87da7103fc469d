/** Candles that the server has: imported series, the cache of exchanges, and the quality of a series. */

import type { CacheStatus, KeptImport } from "@bourse/contract/backtest";
import {
  bytes,
  Bytes,
  Card,
  Confirm,
  Empty,
  loaded,
  moment,
  Notice,
  ONCE,
  Table,
  toast,
  untilKnown,
  useAction,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { imports, importsProblem, loadImports } from "../model/imports.ts";
import { count, utc } from "../model/numbers.ts";
import { clients } from "../model/session.ts";
import { wordsOf } from "../model/words.ts";
import { ImportDrop } from "../parts/import-drop.tsx";
import { Quality } from "./data/quality.tsx";

const cache = loaded<CacheStatus>(async () => {
  try {
    return await clients.peek().backtest.getCache();
  } catch (error) {
    throw new Error(wordsOf(error));
  }
});

export function Data() {
  useEffect(() => {
    void loadImports();
    void cache.refresh();
  }, []);
  return (
    <>
      <Imports />
      <Quality />
      <Cache />
    </>
  );
}

const DROP = "Drop a file below: runs on its symbol then use it.";

function Imports() {
  const known = imports.value;
  const { imports: list = [], total_size_bytes: size = 0 } = known ?? {};
  return (
    <Card
      title="Imported series"
      wide
      aside={
        <span class="hint">
          {list.length > 0 && `${count(list.length)} series, ${bytes(size)}`}
        </span>
      }
    >
      {importsProblem.value !== undefined && <Notice kind="poor">{importsProblem.value}</Notice>}
      <Table
        label="Imported series"
        count={known?.imports.length}
        waiting={`The imports are not read yet. ${DROP}`}
        problem={importsProblem.value}
        empty={`No candles were imported. ${DROP}`}
        head={["Symbol", "Candle", "Exchange", "Size", "Imported", "Do"]}
        numbers={["Size"]}
      >
        {list.map((series) => (
          <ImportRow key={`${series.exchange}${series.symbol}${series.interval}`} series={series} />
        ))}
      </Table>
      <ImportDrop onImported={({ symbol }) => toast(`${symbol} was imported.`)} />
    </Card>
  );
}

function ImportRow({ series }: { readonly series: KeptImport }) {
  const { symbol, interval, exchange, size_bytes: size, imported_at: time } = series;
  const [isAsked, setAsked] = useState(false);
  const remove = useAction(async () => {
    try {
      const query = { symbol, interval, ...(exchange !== null && { exchange }) };
      await clients.value.backtest.deleteImport({ query }, ONCE);
      toast(`${symbol} ${interval} was deleted.`);
      await loadImports();
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  return (
    <tr>
      <td>{symbol}</td>
      <td>{interval}</td>
      <td>{exchange ?? "any"}</td>
      <td class="number">
        <Bytes of={size} />
      </td>
      <td>{moment(time)}</td>
      <td>
        <span class="buttons">
          <a
            class="button second small"
            href={`#/new?symbol=${encodeURIComponent(symbol)}&limit=1000000&interval=${encodeURIComponent(interval)}`}
          >
            Run on it
          </a>
          {isAsked ? (
            <button
              type="button"
              class="second small danger"
              disabled={remove.busy}
              onClick={() => void remove.run(undefined)}
            >
              Delete for good
            </button>
          ) : (
            <button type="button" class="second small" onClick={() => setAsked(true)}>
              Delete
            </button>
          )}
          {remove.problem !== undefined && <span class="fault">{remove.problem}</span>}
        </span>
      </td>
    </tr>
  );
}

function Cache() {
  const [isAsked, setAsked] = useState(false);
  const clear = useAction(async () => {
    try {
      const { files_deleted: files } = await clients.value.backtest.clearCache({}, ONCE);
      setAsked(false);
      toast(`${count(files)} ${files === 1 ? "file was" : "files were"} deleted.`);
      await cache.refresh();
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  const status = cache.value.value;
  const list = status?.symbols ?? [];
  return (
    <Card
      title="Cache of the exchanges' candles"
      wide
      aside={
        list.length > 0 && !isAsked ? (
          <button type="button" class="second small" onClick={() => setAsked(true)}>
            Empty the cache
          </button>
        ) : undefined
      }
    >
      {cache.problem.value !== undefined && <Notice kind="poor">{cache.problem.value}</Notice>}
      {clear.problem !== undefined && <Notice kind="poor">{clear.problem}</Notice>}
      {isAsked && (
        <Confirm
          title="Empty the cache"
          words={["Delete all files", "Deleting …"]}
          isDestructive
          busy={clear.busy}
          onYes={() => void clear.run(undefined)}
          onBack={() => setAsked(false)}
        >
          <p>
            {count(list.length)} series with {bytes(status?.total_size_bytes ?? 0)} are read from
            the exchanges again when a run needs them.
          </p>
        </Confirm>
      )}
      {list.length === 0 ? (
        <Empty
          title={
            status === undefined
              ? untilKnown(cache.problem.value, "Reading the cache …")
              : "The cache is empty."
          }
        >
          Candles that a run reads from an exchange are kept here, so that the next run needs no
          network for them.
        </Empty>
      ) : (
        <Table
          label="Cached series"
          count={list.length}
          empty=""
          head={["Symbol", "Exchange", "Candle", "From (UTC)", "until", "Candles", "Size"]}
          numbers={["Candles", "Size"]}
        >
          {list.map((series) => (
            <tr key={`${series.exchange}${series.symbol}${series.interval}`}>
              <td>{series.symbol}</td>
              <td>{series.exchange}</td>
              <td>{series.interval}</td>
              <td>{utc(series.start_time)}</td>
              <td>{utc(series.end_time)}</td>
              <td class="number">{count(series.records)}</td>
              <td class="number">
                <Bytes of={series.size_mb * 1e6} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
