/** The figures and buttons over a chart, and the legend below it. */

import { Numeral, Percent, Price, utcOpen } from "@bourse/ui";

import type { Reading } from "./run-plots.ts";

/** A button of a chart and its key. */
export interface ChartAct {
  readonly text: string;
  readonly label: string;
  readonly keys?: string;
  /** True for a button that is pressed. Default: it is none that stays so. */
  readonly isOn?: boolean;
  readonly run: () => void;
}

interface ChartBarProps {
  readonly reading: Reading | undefined;
  readonly acts: readonly ChartAct[];
}

export function ChartBar({ reading, acts }: ChartBarProps) {
  return (
    <div class="chart-bar">
      <p class="readout">{reading === undefined ? "\u00A0" : <Values {...reading} />}</p>
      <div class="buttons" role="group" aria-label="Zoom and move the chart">
        {acts.map(({ text, label, isOn, run }) => (
          <button
            key={label}
            type="button"
            class="second small"
            aria-pressed={isOn}
            {...(isOn === undefined ? { "aria-label": label } : { title: label })}
            onClick={run}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The marks under the crosshair in words, which are announced, or the keys that lead to them. */
export function MarkWords({ words }: { readonly words: string }) {
  return (
    <p class="hint mark-words">
      <span role="status">{words}</span>
      {words === "" && (
        <>
          <kbd>,</kbd> and <kbd>.</kbd> move the crosshair, <kbd>[</kbd> and <kbd>]</kbd> choose a
          trade, <kbd>Shift</kbd> and drag measures.
        </>
      )}
    </p>
  );
}

/** The meaning of the marks. */
export function Legend() {
  return (
    <ul class="chart-legend hint">
      <li>
        <i class="candle rise" /> rose
      </li>
      <li>
        <i class="candle fall" /> fell
      </li>
      <li>
        <b class="entry">▲</b> long entry
      </li>
      <li>
        <b class="entry">▼</b> short entry
      </li>
      <li>
        <b class="exit">■</b> exit
      </li>
      <li>
        <i class="way gain" /> won
      </li>
      <li>
        <i class="way loss" /> lost
      </li>
      <li>
        <b>+3</b> trades of a stretch that won together, <b>−3</b> that lost
      </li>
    </ul>
  );
}

function Values({ candle, digits, joined, equity, drawdown }: Reading) {
  return (
    <>
      <time>{utcOpen(candle.time * 1000)}</time>
      {(["open", "high", "low", "close"] as const).map((name) => (
        <span key={name}>
          <b>{name.slice(0, 1).toUpperCase()}</b> <Price of={candle[name]} digits={digits} />
        </span>
      ))}
      {equity !== undefined && (
        <span>
          <b>Equity</b> <Numeral of={equity} />
        </span>
      )}
      {drawdown !== undefined && (
        <span>
          <b>Drawdown</b> <Percent of={drawdown} />
        </span>
      )}
      {joined > 1 && <span class="soft">{joined} candles in one</span>}
    </>
  );
}
