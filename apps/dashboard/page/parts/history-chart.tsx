/** One figure of the node over time: its last value and when that was, and a line with gaps where it is not known. */

import type { StatsHistory } from "@bourse/contract/node";
import { clockTime, moment, Rounded, type Loaded } from "@bourse/ui";
import type { VNode } from "preact";
import { useState } from "preact/hooks";

import type { Point } from "../model/history.ts";
import { boundsOf, dotPath, HEIGHT, linePath, WIDTH } from "../model/line-path.ts";

interface HistoryChartProps {
  readonly title: string;
  /** Unit of the values, such as "bytes a second". */
  readonly unit: string;
  readonly of: Loaded<StatsHistory>;
  /** A value with its unit, exact or rounded. */
  readonly text: (value: string) => string;
  /** All of a value that is rounded. Default: the text has it. */
  readonly whole?: (value: string) => string;
  /** True for a figure whose changes are small beside it: the line does not begin at 0. */
  readonly isFloating?: boolean;
}

export function HistoryChart(props: HistoryChartProps) {
  const { title, unit, of, text, whole = text, isFloating = false } = props;
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
            : wordsOf(shown, answer.step, figure, pointed === undefined && isLate)}
        </span>
      </figcaption>
      <Line
        points={points}
        isFloating={isFloating}
        label={answer ? labelOf(title, unit, points, text) : `${title}: not read.`}
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
  readonly figure: (value: string) => VNode;
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

function Line({ points, isFloating, label, figure, pointed, onPoint }: LineProps) {
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

/** The exact text of the highest or lowest value. */
function extreme(points: readonly Point[], pick: (one: number, other: number) => number): string {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  return String(
    known.reduce((best, value) => {
      return pick(Number(best), Number(value)) === Number(value) ? value : best;
    }),
  );
}

function wordsOf(
  point: Point | undefined,
  step: number,
  figure: (value: string) => VNode,
  isLate: boolean,
) {
  if (point === undefined) return "not known";
  const time = clockTime(point.timestamp);
  return (
    <>
      <strong>{point.value === null ? "not known" : figure(String(point.value))}</strong>{" "}
      <span class="soft">
        {isLate ? "last known " : ""}
        {step === MINUTE ? "at" : "from"} {time}
      </span>
    </>
  );
}

function labelOf(
  title: string,
  unit: string,
  points: readonly Point[],
  text: (value: string) => string,
): string {
  const known = points.filter(({ value }) => value !== null);
  if (known.length === 0) return `${title}, ${unit}: nothing is known of this time.`;
  const from = `from ${moment(points[0]?.timestamp ?? 0)} to ${moment(points.at(-1)?.timestamp ?? 0)}`;
  const ends = `lowest ${text(extreme(points, Math.min))}, highest ${text(extreme(points, Math.max))}`;
  const last = text(String(known.at(-1)?.value));
  const gaps = points.length - known.length;
  return `${title}, ${unit}, ${from}: ${ends}, last ${last}; not known in ${gaps} of ${points.length} steps.`;
}

const MINUTE = 60;
