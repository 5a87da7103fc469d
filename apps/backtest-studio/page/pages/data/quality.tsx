/** The quality of a series from its newest candles on: gaps, candles without trades, jumps. */

import { Card, Notice, useAction, useQuery } from "@bourse/ui";
import { useEffect, useRef, useState } from "preact/hooks";

import { createExamination, type Examined } from "../../model/examine.ts";
import { count, percent, utcMinute } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";
import { ChoiceField } from "../../parts/choice-field.tsx";
import { IntervalField } from "../../parts/interval-field.tsx";
import { SymbolField } from "../../parts/symbol-field.tsx";

const COUNTS = [1000, 10_000, 100_000, 1_000_000];
/** Most candles of one answer. */
const PAGE = 1000;

interface Findings extends Examined {
  /** Origin of the candles. */
  readonly source: string;
}

/** The newest candles of a series, which are examined. */
interface Question {
  readonly symbol: string;
  readonly interval: string;
  readonly most: number;
}

export function Quality() {
  const [symbol, setSymbol] = useQuery("symbol", "BTCUSDT");
  const [interval, setInterval] = useQuery("interval", "1h");
  const [candles, setCandles] = useQuery("candles", String(COUNTS[1]));
  const most = Number(candles) || PAGE;
  const { found, look, stop } = useExamination({ symbol, interval, most });
  const counts = [...new Set([...COUNTS, most])];
  return (
    <Card title="Quality of a series" wide>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void look.run(undefined);
        }}
      >
        <SymbolField
          label="Series"
          hint="Its newest candles are examined."
          value={symbol}
          onInput={setSymbol}
        />
        <IntervalField value={interval} onChange={setInterval} />
        <ChoiceField
          label="Number of candles"
          value={candles}
          choices={counts.map((one) => [one, count(one)])}
          onChange={setCandles}
        />
        {look.busy ? (
          <button type="button" class="second" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="submit">Examine</button>
        )}
      </form>
      {look.problem !== undefined && <Notice kind="poor">{look.problem}</Notice>}
      {look.busy && (
        <p class="hint" role="status">
          {count(found?.candles ?? 0)} candles were read …
        </p>
      )}
      {found !== undefined && <Findings {...found} />}
    </Card>
  );
}

/** Examines the candles page by page, the newest first; what was found so far is there meanwhile. */
function useExamination({ symbol, interval, most }: Question) {
  const [found, setFound] = useState<Findings>();
  const reading = useRef<AbortController>(undefined);
  const stop = (): void => reading.current?.abort();
  useEffect(() => stop, []);
  const look = useAction(async (): Promise<void> => {
    const { signal } = (reading.current = new AbortController());
    const examination = createExamination();
    let end: string | undefined;
    let left = most;
    setFound(undefined);
    try {
      while (left > 0 && !signal.aborted) {
        const query = {
          symbol,
          interval,
          limit: Math.min(PAGE, left),
          ...(end !== undefined && { end_time: end }),
        };
        const { records, source, exchange } = await clients.value.backtest.getKlines(
          { query },
          { signal },
        );
        examination.add(records);
        setFound({ ...examination.found(), source: `${exchange} (${source})` });
        left = records.length < query.limit ? 0 : left - records.length;
        end = records[0]?.timestamp;
      }
    } catch (error) {
      if (!signal.aborted) throw new Error(wordsOf(error));
    }
  });
  return { found, look, stop };
}

function Findings({ candles, source, first, last, gaps, missing, widest, ...more }: Findings) {
  if (candles === 0) return <Notice kind="fair">The source has no candles of this series.</Notice>;
  const { still, silent, jump } = more;
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["Candles", `${count(candles)} from ${source}`, true],
    ["From", utcMinute(first), true],
    ["Until", utcMinute(last), true],
    ["Gaps", gaps === 0 ? "none" : `${count(gaps)}, ${count(missing)} candles`, gaps === 0],
    ...(widest === undefined
      ? []
      : [
          [
            "Widest gap",
            `${count(widest.missing)} after ${utcMinute(widest.after)}`,
            false,
          ] as const,
        ]),
    ["Without a change of price", count(still), still < candles / 20],
    ["Without volume", count(silent), silent < candles / 20],
    [
      "Largest move from close to close",
      jump.at === "" ? "none" : `${percent(jump.size)} at ${utcMinute(jump.at)}`,
      jump.size < 0.2,
    ],
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
