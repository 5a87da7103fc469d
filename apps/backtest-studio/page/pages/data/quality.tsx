/** The quality of the newest candles of a series: gaps, candles without trades, jumps. */

import { Card, Field, Notice, useAction, useQuery } from "@bourse/ui";

import { examine, type Examined } from "../../model/examine.ts";
import { INTERVAL_NAMES } from "../../model/intervals.ts";
import { count, percent, utc } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";

export function Quality() {
  const [symbol, setSymbol] = useQuery("symbol", "BTCUSDT");
  const [interval, setInterval] = useQuery("interval", "60");
  const look = useAction(async (): Promise<Examined> => {
    try {
      const { records, source, exchange } = await clients.value.backtest.getKlines({
        query: { symbol, interval: interval as never, limit: 1000 },
      });
      return examine(records, `${exchange} (${source})`);
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  return (
    <Card title="Quality of a series" wide>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void look.run(undefined);
        }}
      >
        <Field label="Series" hint="The newest 1,000 candles are examined.">
          {(ties) => (
            <input
              {...ties}
              value={symbol}
              spellcheck={false}
              onInput={(event) => setSymbol(event.currentTarget.value.toUpperCase())}
            />
          )}
        </Field>
        <Field label="Candle">
          {(ties) => (
            <select
              {...ties}
              value={interval}
              onChange={(event) => setInterval(event.currentTarget.value)}
            >
              {INTERVAL_NAMES.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" disabled={look.busy}>
          {look.busy ? "Examining …" : "Examine"}
        </button>
      </form>
      {look.problem !== undefined && <Notice kind="poor">{look.problem}</Notice>}
      {look.result !== undefined && <Findings {...look.result} />}
    </Card>
  );
}

function Findings({ candles, source, first, last, gaps, missing, still, silent, jump }: Examined) {
  if (candles === 0) return <Notice kind="fair">The source has no candles of this series.</Notice>;
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["Candles", `${count(candles)} from ${source}`, true],
    ["From", `${utc(first)} UTC`, true],
    ["Until", `${utc(last)} UTC`, true],
    ["Gaps", gaps === 0 ? "none" : `${count(gaps)}, ${count(missing)} candles`, gaps === 0],
    ["Without a change of price", count(still), still < candles / 20],
    ["Without volume", count(silent), silent < candles / 20],
    ["Largest move from close to close", percent(jump), jump < 0.2],
  ];
  return (
    <dl class="lines columns">
      {rows.map(([label, text, isGood]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={isGood ? undefined : "loss"}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
