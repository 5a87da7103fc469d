/** The candles of a run: a source with its symbols, an imported series, or a file that is dropped here. */

import { Card, Field, loaded, setQuery } from "@bourse/ui";
import { useEffect, useMemo } from "preact/hooks";

import { imports, loadImports } from "../../model/imports.ts";
import { INTERVAL_NAMES, SPELLED } from "../../model/intervals.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";
import { ImportDrop } from "../../parts/import-drop.tsx";
import type { Form } from "./form.ts";

/** Sources of perpetual contracts, which have funding rates. */
const PERPETUAL = ["bybitperpetual", "binanceperpetual"];
/** Sources that every server has. */
const SOURCES = ["bybit", "binance", ...PERPETUAL, "csv", "simulated"];
const GAP_POLICIES = [
  ["", "count them"],
  ["refuse", "refuse the run"],
  ["fill", "fill them with the close before"],
] as const;

export function DataPicker({ form }: { readonly form: Form }) {
  const { texts, faults, set } = form;
  useEffect(() => void loadImports(), []);
  const source = texts["exchange"] ?? "";
  const symbols = useSymbols(source);
  const kept = imports.value?.imports ?? [];
  return (
    <Card title="Candles">
      {kept.length > 0 && (
        <div class="presets" role="group" aria-label="Imported series">
          {kept.map(({ symbol, interval, exchange }) => (
            <button
              key={`${exchange}${symbol}${interval}`}
              type="button"
              class="second small"
              aria-pressed={symbol === texts["symbol"] && interval === texts["interval"]}
              onClick={() => setQuery(seriesTexts(symbol, interval))}
            >
              {symbol} {interval}
            </button>
          ))}
        </div>
      )}
      <div class="fields">
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
        <Field label="Candle" fault={faults["interval"]}>
          {(ties) => (
            <select
              {...ties}
              value={texts["interval"] ?? "60"}
              onChange={(event) => set("interval", event.currentTarget.value)}
            >
              {INTERVAL_NAMES.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Source"
          hint="Imported series come first, whatever is chosen."
          fault={faults["exchange"]}
        >
          {(ties) => (
            <select
              {...ties}
              value={source}
              onChange={(event) => set("exchange", event.currentTarget.value)}
            >
              <option value="">the server's own</option>
              {SOURCES.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
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
        <DateField name="start" label="From (UTC)" form={form} />
        <DateField name="end" label="Until (UTC)" form={form} />
        <Field label="Missing candles" fault={faults["gaps"]}>
          {(ties) => (
            <select
              {...ties}
              value={texts["gaps"] ?? ""}
              onChange={(event) => set("gaps", event.currentTarget.value)}
            >
              {GAP_POLICIES.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        {(PERPETUAL.includes(source) || texts["funding"] !== undefined) && (
          <Field
            label="Funding"
            hint="The exchange's rates, paid and received by the positions."
            fault={faults["funding"]}
          >
            {(ties) => (
              <select
                {...ties}
                value={texts["funding"] ?? ""}
                onChange={(event) => set("funding", event.currentTarget.value)}
              >
                <option value="">left out</option>
                <option value="yes">applied</option>
              </select>
            )}
          </Field>
        )}
      </div>
      <ImportDrop
        onImported={({ symbol, interval, records }) =>
          setQuery({ ...seriesTexts(symbol, interval), limit: String(records) })
        }
      />
    </Card>
  );
}

/** The texts that choose an imported series; the wire spells an hour `1h` there, and `60` here. */
function seriesTexts(symbol: string, interval: string): Record<string, string | undefined> {
  return {
    symbol,
    interval: SPELLED[interval] ?? interval,
    exchange: undefined,
    start: undefined,
    end: undefined,
    limit: String(1_000_000),
  };
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
