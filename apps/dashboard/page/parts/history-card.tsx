/** Figures of the node over hours and days, from the history that the node itself keeps. */

import { bytes, Card, count, everyDigit, Notice } from "@bourse/ui";
import { useEffect } from "preact/hooks";

import { choose, history, range, RANGES } from "../model/history.ts";
import { nativeToken, startedAt } from "../model/node-state.ts";
import { pausesOf, pauseWords, startWords } from "../model/pauses.ts";
import { formatUnits, glanceUnits } from "../model/units.ts";
import { HistoryChart } from "./history-chart.tsx";

const MINUTE_MILLISECONDS = 60_000;

interface HistoryCardProps {
  readonly title: string;
  /** True for the traffic alone. */
  readonly isTraffic?: boolean;
}

export function HistoryCard({ title, isTraffic = false }: HistoryCardProps) {
  useEffect(() => {
    const refresh = (): void => choose(range.value);
    refresh();
    const timer = setInterval(refresh, MINUTE_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  const symbol = nativeToken.value?.symbol ?? "native";
  const inNative = (wei: string): string => `${formatUnits(wei, 18)} ${symbol}`;
  const rate = {
    unit: "bytes a second",
    text: (value: string) => `${bytes(Number(value))}/s`,
    whole: (value: string) => `${everyDigit(Number(value))} bytes a second`,
  };
  const step = stepWords(range.value.step);
  const problem = history.sent.problem.value;
  // Each sample has the peers; a figure of the chain is missing also while that does not answer.
  const samples = history.peers.value.value ?? { points: [], step: range.value.step };
  const pauses = pausesOf(samples, startedAt.value);
  const [start, missing] = [startWords(pauses), pauseWords(pauses)];
  return (
    <Card title={title} wide aside={<Ranges />}>
      {problem && <Notice kind="poor">{problem}</Notice>}
      <p class="hint pauses">
        {start !== undefined && <span class="started">{start}.</span>}
        {missing !== undefined && (
          <span>No samples from {missing}: the node was off, or could not keep them.</span>
        )}
      </p>
      <div class="charts">
        {!isTraffic && (
          <>
            <HistoryChart
              title="Balance"
              unit={symbol}
              of={history.balance}
              text={(wei) => `${glanceUnits(wei, 18)} ${symbol}`}
              whole={inNative}
              pauses={pauses}
              isFloating
            />
            <HistoryChart
              title="Fees paid"
              unit={`${symbol} ${step}`}
              of={history.fees}
              text={inNative}
              pauses={pauses}
            />
            <HistoryChart
              title="Healthy peers"
              unit="peers"
              of={history.peers}
              text={number}
              pauses={pauses}
            />
            <HistoryChart
              title="Open transactions"
              unit="transactions"
              of={history.queue}
              text={number}
              pauses={pauses}
            />
          </>
        )}
        <HistoryChart title="Sent" of={history.sent} pauses={pauses} {...rate} />
        <HistoryChart title="Received" of={history.received} pauses={pauses} {...rate} />
      </div>
    </Card>
  );
}

const number = (value: string): string => count(Number(value));

function Ranges() {
  return (
    <div class="buttons" role="group" aria-label="Time shown">
      {RANGES.map((one) => (
        <button
          key={one.label}
          type="button"
          class="second small"
          aria-pressed={one === range.value}
          onClick={() => choose(one)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

function stepWords(seconds: number): string {
  if (seconds === 3600) return "an hour";
  return seconds === 60 ? "a minute" : `in ${seconds / 60} minutes`;
}
