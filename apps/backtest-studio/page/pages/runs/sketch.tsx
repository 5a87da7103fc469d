/** The equity of a run as a line in a row of the list; the line of its start is drawn with it. */

import type { ListedJob } from "@bourse/contract/backtest";

import { signedPercent } from "../../model/numbers.ts";
import { sketchOf, sketchPath } from "../../model/sketch.ts";

interface SketchProps {
  readonly job: ListedJob;
  /** True for a run that no figure may praise. */
  readonly isDoubtful: boolean;
}

export function Sketch({ job, isDoubtful }: SketchProps) {
  const values = sketchOf(job);
  const end = values.at(-1);
  if (end === undefined) return <>–</>;
  const { line, start } = sketchPath(values);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const text = `Equity from ${signedPercent(low)} to ${signedPercent(high)}, ${signedPercent(end)} at the end`;
  return (
    <svg
      class={`sketch ${isDoubtful ? "" : end < 0 ? "loss" : "gain"}`}
      viewBox="0 0 100 16"
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path class="grid" d={start} />
      <path d={line} />
    </svg>
  );
}
