/** The candles of a run: a source with its symbols, an imported series, or a file that is dropped here. */

import { Card, Field, loaded, setQuery } from "@bourse/ui";
import { useEffect, useMemo } from "preact/hooks";

import { imports, loadImports } from "../../model/imports.ts";
import { spelledInterval } from "../../model/intervals.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";
import { ImportDrop } from "../../parts/import-drop.tsx";
import { IntervalField } from "../../parts/interval-field.tsx";
import { Choice, Fold, givenOf } from "./form-parts.tsx";
import type { Form } from "./form.ts";

/** Sources of perpetual contracts, which have funding rates. */
const PERPETUAL = ["bybitperpetual", "binanceperpetual"];
/** Sources that every server has. */
const SOURCES = ["bybit", "binance", ...PERPETUAL, "csv", "simulated"];
const GAP_POLICIES = [
  ["refuse", "refuse the run"],
  ["fill", "fill them with the close before"],
] as const;

export function DataPicker({ form }: { readonly form: Form }) {
  const { texts, faults, set } = form;
  const source = texts["exchange"] ?? "";
  return (
    <Card title="Candles">
      <ImportedSeries texts={texts} />
      <div class="fields">
        <SymbolOfSource source={source} form={form} />
        <IntervalField
          value={texts["interval"] ?? "1h"}
          onChange={(value) => set("interval", value)}
        />
        <Field
          label="Number of candles"
          hint="The newest of the range, up to 1,000,000. Empty: all from the start on; without a start 1,000."
          fault={faults["limit"]}
        >
          {(ties) => (
            <input
              {...ties}
              inputMode="numeric"
              autocomplete="off"
              placeholder={texts["start"] === undefined ? "1000" : "all"}
              value={texts["limit"] ?? ""}
              onInput={(event) => set("limit", event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <ImportDrop
        onImported={({ symbol, interval, records }) =>
          setQuery({ ...seriesTexts(symbol, interval), limit: String(records) })
        }
      />
    </Card>
  );
}

const MORE = ["exchange", "start", "end", "gaps", "detail_interval", "funding"];

/** The source and the range of the candles, and what few runs ask for. */
export function MoreOfCandles({ form }: { readonly form: Form }) {
  const { texts, faults, set } = form;
  const source = texts["exchange"] ?? "";
  return (
    <Fold
      title="More about the candles"
      hint="Source, range of dates, gaps, shorter candles"
      given={givenOf(form, MORE)}
    >
      <div class="fields">
        <Choice
          name="exchange"
          label="Source"
          hint="Imported series come first, whatever is chosen."
          values={SOURCES.map((name) => [name, name])}
          standard="the server's own"
          form={form}
        />
        <DateField name="start" label="From (UTC)" form={form} />
        <DateField name="end" label="Until (UTC)" form={form} />
        <Choice
          name="gaps"
          label="Missing candles"
          values={GAP_POLICIES}
          standard="count them"
          form={form}
        />
        <Field
          label="Shorter candles"
          hint="Candles such as 1m, which order the fills inside each candle. Empty: none."
          fault={faults["detail_interval"]}
        >
          {(ties) => (
            <input
              {...ties}
              autocomplete="off"
              spellcheck={false}
              value={texts["detail_interval"] ?? ""}
              onInput={(event) => set("detail_interval", event.currentTarget.value)}
            />
          )}
        </Field>
        {(PERPETUAL.includes(source) || texts["funding"] !== undefined) && (
          <Choice
            name="funding"
            label="Funding"
            hint="The exchange's rates, paid and received by the positions."
            values={[["yes", "applied"]]}
            standard="left out"
            form={form}
          />
        )}
      </div>
    </Fold>
  );
}

/** The imported series, each on a button that chooses it. */
function ImportedSeries({ texts }: Pick<Form, "texts">) {
  useEffect(() => void loadImports(), []);
  const kept = imports.value?.imports ?? [];
  if (kept.length === 0) return null;
  return (
    <div class="presets" role="group" aria-label="Imported series">
      {kept.map(({ symbol, interval, exchange }) => (
        <button
          key={`${exchange}${symbol}${interval}`}
          type="button"
          class="second small"
          aria-pressed={
            symbol === texts["symbol"] &&
            spelledInterval(interval) === spelledInterval(texts["interval"] ?? "1h")
          }
          onClick={() => setQuery(seriesTexts(symbol, interval))}
        >
          {symbol} {interval}
        </button>
      ))}
    </div>
  );
}

/** The texts that choose an imported series; the wire spells an hour `60` there, and `1h` here. */
function seriesTexts(symbol: string, interval: string): Record<string, string | undefined> {
  return {
    symbol,
    interval: spelledInterval(interval),
    exchange: undefined,
    start: undefined,
    end: undefined,
    limit: String(1_000_000),
  };
}

interface SymbolOfSourceProps {
  readonly source: string;
  readonly form: Form;
}

/** The symbol, of which the source's own are proposed. */
function SymbolOfSource({ source, form: { texts, faults, set } }: SymbolOfSourceProps) {
  const symbols = useSymbols(source);
  return (
    <Field label="Symbol" hint={symbols.problem.value} fault={faults["symbol"]}>
      {(ties) => (
        <>
          <input
            {...ties}
            list="symbols"
            autocomplete="off"
            spellcheck={false}
            value={texts["symbol"] ?? ""}
            onInput={(event) => set("symbol", event.currentTarget.value.toUpperCase())}
          />
          <datalist id="symbols">
            {symbols.value.value?.slice(0, 500).map((symbol) => (
              <option key={symbol} value={symbol} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Symbols of a source, for the list under the field; read once a source. */
function useSymbols(source: string) {
  const symbols = useMemo(
    () =>
      loaded<readonly string[]>(async () => {
        if (source === "") return [];
        try {
          const reply = await clients.peek().backtest.listSymbols({ query: { exchange: source } });
          return reply.symbols;
        } catch (error) {
          throw new Error(wordsOf(error));
        }
      }),
    [source],
  );
  useEffect(() => void symbols.refresh(), [symbols]);
  return symbols;
}

interface DateFieldProps {
  readonly name: string;
  readonly label: string;
  readonly form: Form;
}

function DateField({ name, label, form }: DateFieldProps) {
  return (
    <Field label={label} fault={form.faults[name]}>
      {(ties) => (
        <input
          {...ties}
          type="date"
          value={(form.texts[name] ?? "").slice(0, 10)}
          onInput={(event) => form.set(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
