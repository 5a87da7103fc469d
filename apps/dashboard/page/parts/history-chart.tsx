/** One figure of the node over time: its last value and when that was, and a line with gaps where it is not known. */

import type { StatsHistory } from "@bourse/contract/node";
import { clockTime, moment, Rounded, type Loaded } from "@bourse/ui";
import type { VNode } from "preact";
import { useState } from "preact/hooks";

import type { Point } from "../model/history.ts";
import { boundsOf, dotPath, HEIGHT, linePath, WIDTH } from "../model/line-path.ts";
import { startWords, type Pauses } from "../model/pauses.ts";

interface HistoryChartProps {
  readonly title: string;
  /** Unit of the values, such as "bytes a second". */
  readonly unit: string;
  readonly of: Loaded<StatsHistory>;
  /** A value with its unit, exact or rounded. */
  readonly text: (value: string) => string;
  /** All of a value that is rounded. Default: the text has it. */
  readonly whole?: (value: string) => string;
  /** Interruptions of the lines of all charts. */
  readonly pauses: Pauses;
  /** True for a figure whose changes are small beside it: the line does not begin at 0. */
  readonly isFloating?: boolean;
}

export function HistoryChart(props: HistoryChartProps) {
  const { title, unit, of, text, whole = text, pauses, isFloating = false } = props;
  const [pointed, setPointed] = useState<number>();
  const answer = of.value.value;
  const points = answer?.points ?? [];
  const last = points.findLastIndex(({ value }) => value !== null);
  const shown = points[pointed ?? last];
  const figure = (value: string): VNode => <Rounded text={text(value)} whole={whole(value)} />;
  const isLate = last >= 0 && last < points.length - 2;
  return (
    <figure class="chart">
      <figcaption>
        <span>
          <strong>{title}</strong> <span class="soft">{unit}</span>
        </span>
        <span>
          {answer === undefined
            ? of.problem.value === undefined
              ? "…"
              : "not read"
            : wordsOf(shown, {
                step: answer.step,
                figure,
                pauses,
                isLate: pointed === undefined && isLate,
              })}
        </span>
      </figcaption>
      <Line
        points={points}
        isFloating={isFloating}
        label={answer ? labelOf(props, points) : `${title}: not read.`}
        marks={answer && <Marks pauses={pauses} points={points} step={answer.step} />}
        figure={figure}
        onPoint={setPointed}
        pointed={pointed}
      />
      <div class="ends soft">
        <span>{points[0] && clockTime(points[0].timestamp)}</span>
        <span>{points.length > 0 && clockTime(points.at(-1)?.timestamp ?? 0)}</span>
      </div>
    </figure>
  );
}

interface LineProps {
  readonly points: readonly Point[];
  readonly isFloating: boolean;
  readonly label: string;
  /** Drawn behind the line. */
  readonly marks: VNode | undefined;
  readonly figure: (value: string) => VNode;
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

function Line({ points, isFloating, label, marks, figure, pointed, onPoint }: LineProps) {
  const values = points.map(({ value }) => (value === null ? null : Number(value)));
  const bounds = boundsOf(values, isFloating);
  const at = pointed === undefined ? undefined : (pointed / Math.max(1, points.length - 1)) * WIDTH;
  const follow = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left) / Math.max(1, width);
    const index = Math.round(part * (points.length - 1));
    onPoint(points.length === 0 ? undefined : Math.max(0, Math.min(points.length - 1, index)));
  };
  return (
    <div class="plot">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerMove={follow}
        onPointerLeave={() => onPoint(undefined)}
      >
        {marks}
        {at !== undefined && <path class="pointer" d={`M${at} 0V${HEIGHT}`} />}
        {bounds && <path d={linePath(values, bounds)} />}
        {bounds && <path class="dots" d={dotPath(values, bounds)} />}
      </svg>
      {bounds === undefined ? (
        <span class="soft none">Nothing is known of this time.</span>
      ) : (
        <>
          <span class="soft high">{figure(extreme(points, Math.max))}</span>
          {isFloating && bounds.low !== bounds.high && (
            <span class="soft low">{figure(extreme(points, Math.min))}</span>
          )}
        </>
      )}
    </div>
  );
}

interface MarksProps {
  readonly pauses: Pauses;
  readonly points: readonly Point[];
  readonly step: number;
}

/** The times without a sample as bands, and the start of the node as a line. */
function Marks({ pauses: { pauses, startedAt }, points, step }: MarksProps) {
  const [first, { length }] = [points[0]?.timestamp ?? 0, points];
  const placeOf = (time: number): number =>
    (Math.floor((time - first) / step) / Math.max(1, length - 1)) * WIDTH;
  return (
    <>
      {pauses.map(({ from, to }) => {
        const [left, right] = [placeOf(from - step), placeOf(to)];
        return <rect key={from} class="pause" x={left} width={right - left} height={HEIGHT} />;
      })}
      {startedAt !== undefined && <path class="start" d={`M${placeOf(startedAt)} 0V${HEIGHT}`} />}
    </>
  );
}

/** The exact text of the highest or lowest value. */
function extreme(points: readonly Point[], pick: (one: number, other: number) => number): string {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  return String(
    known.reduce((best, value) => {
      return pick(Number(best), Number(value)) === Number(value) ? value : best;
    }),
  );
}

interface WordsOptions {
  readonly step: number;
  readonly figure: (value: string) => VNode;
  readonly pauses: Pauses;
  /** True for a last value that is older than the last two steps. */
  readonly isLate: boolean;
}

function wordsOf(point: Point | undefined, { step, figure, pauses, isLate }: WordsOptions) {
  if (point === undefined) return "not known";
  const { timestamp, value } = point;
  const time = clockTime(timestamp);
  const isPause = pauses.pauses.some(({ from, to }) => timestamp >= from && timestamp < to);
  return (
    <>
      <strong>
        {value !== null ? figure(String(value)) : isPause ? "no sample" : "not known"}
      </strong>{" "}
      <span class="soft">
        {isLate ? "last known " : ""}
        {step === MINUTE ? "at" : "from"} {time}
      </span>
    </>
  );
}

function labelOf(
  { title, unit, text, pauses }: HistoryChartProps,
  points: readonly Point[],
): string {
  const known = points.filter(({ value }) => value !== null);
  if (known.length === 0) return `${title}, ${unit}: nothing is known of this time.`;
  const from = `from ${moment(points[0]?.timestamp ?? 0)} to ${moment(points.at(-1)?.timestamp ?? 0)}`;
  const ends = `lowest ${text(extreme(points, Math.min))}, highest ${text(extreme(points, Math.max))}`;
  const last = text(String(known.at(-1)?.value));
  const gaps = points.length - known.length;
  const start = startWords(pauses);
  return `${title}, ${unit}, ${from}: ${ends}, last ${last}; not known in ${gaps} of ${points.length} steps.${start === undefined ? "" : ` ${start}.`}`;
}

const MINUTE = 60;
