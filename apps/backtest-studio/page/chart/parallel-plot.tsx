/** Parallel coordinates: a line for each combination, through its value on each axis, coloured by the metric. */

import { spaced, tokenColour, watchLook } from "@bourse/ui";
import { useEffect, useRef } from "preact/hooks";

import { ratio } from "../model/numbers.ts";
import { boundsOf, ranked, shadeOf, valueIn, type Dimension } from "../model/sweep-grid.ts";
import type { MapProps } from "../pages/run/heat-map.tsx";
import { chartFont } from "./gutter.ts";

const HEIGHT = 360;
/** Room for the names of the axes, in two lines where they stand close together, and for the greatest values. */
const TOP = 48;
const BOTTOM = 30;
const SIDE = 56;
/** Least way between two axes whose names have room beside each other, in pixels. */
const ROOMY = 110;
/** Longest way of a click from a line that it chooses, in pixels. */
const NEAR = 12;

export function ParallelPlot({ grid, metric, dimensions, chosen, onChoose }: MapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const redraw = (): void => draw(element, { grid, metric, dimensions, chosen });
    const watch = new ResizeObserver(redraw);
    watch.observe(element);
    const endLook = watchLook(redraw);
    return () => {
      watch.disconnect();
      endLook();
    };
  }, [grid, metric, dimensions, chosen]);
  const click = (event: MouseEvent): void => {
    const element = canvas.current;
    if (element === null) return;
    const { left, top, width } = element.getBoundingClientRect();
    const index = nearest(
      { grid, metric, dimensions },
      width,
      event.clientX - left,
      event.clientY - top,
    );
    if (index !== undefined) onChoose(index);
  };
  return (
    <canvas
      ref={canvas}
      class="parallel"
      role="img"
      aria-label={`Parallel coordinates of ${grid.length} combinations over ${dimensions.map(({ name }) => name).join(", ")}; the table below has the same figures.`}
      onClick={click}
    />
  );
}

interface Plotted {
  readonly grid: MapProps["grid"];
  readonly metric: string;
  readonly dimensions: readonly Dimension[];
  readonly chosen?: number | undefined;
}

/** Places of a combination on every axis, the metric's last; undefined where the metric is not defined. */
function pathOf(
  { grid, dimensions }: Plotted,
  index: number,
  width: number,
): readonly (readonly [number, number])[] | undefined {
  const cell = grid[index];
  if (cell === undefined || cell.value === null) return undefined;
  const [low, high] = boundsOf(grid);
  const axes = dimensions.length;
  const x = (axis: number): number => SIDE + (axis / axes) * (width - 2 * SIDE);
  const y = (share: number): number => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  return [
    ...dimensions.map(({ name, values }, axis) => {
      const at = values.indexOf(valueIn(cell, name));
      return [x(axis), y(at / (values.length - 1))] as const;
    }),
    [x(axes), y(high === low ? 0.5 : (cell.value - low) / (high - low))] as const,
  ];
}

function nearest(plotted: Plotted, width: number, px: number, py: number): number | undefined {
  let best: number | undefined;
  let least = NEAR;
  for (let index = 0; index < plotted.grid.length; index++) {
    const path = pathOf(plotted, index, width) ?? [];
    for (let axis = 1; axis < path.length; axis++) {
      const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [path[axis - 1], path[axis]];
      if (px < x1 || px > x2 || x2 === x1) continue;
      const way = Math.abs(y1 + ((px - x1) / (x2 - x1)) * (y2 - y1) - py);
      if (way < least) [least, best] = [way, index];
    }
  }
  return best;
}

function draw(element: HTMLCanvasElement, plotted: Plotted): void {
  const { grid, metric, chosen } = plotted;
  const ctx = element.getContext("2d");
  const width = element.clientWidth;
  if (ctx === null || width === 0) return;
  element.width = Math.round(width * devicePixelRatio);
  element.height = Math.round(HEIGHT * devicePixelRatio);
  ctx.scale(devicePixelRatio, devicePixelRatio);
  const bounds = boundsOf(grid);
  const [gain, loss] = [tokenColour("--gain"), tokenColour("--loss")];
  const line = (index: number): void => {
    const path = pathOf(plotted, index, width);
    if (path === undefined) return;
    ctx.beginPath();
    for (const [x, y] of path) ctx.lineTo(x, y);
    ctx.stroke();
  };
  // The best stand on top and are the strongest.
  const order = ranked(grid, metric);
  const faintest = Math.min(0.3, Math.max(0.06, 8 / order.length));
  ctx.lineWidth = 1.5;
  for (const [rank, index] of order.toReversed().entries()) {
    const { isGain } = shadeOf(grid[index]?.value ?? 0, bounds, metric);
    ctx.globalAlpha = faintest + (0.85 - faintest) * ((rank + 1) / order.length) ** 3;
    ctx.strokeStyle = isGain ? gain : loss;
    line(index);
  }
  ctx.globalAlpha = 1;
  if (chosen !== undefined) {
    ctx.lineWidth = 3;
    ctx.strokeStyle = tokenColour("--accent");
    line(chosen);
  }
  axes(ctx, plotted, width, tokenColour("--text"), tokenColour("--soft"), tokenColour("--edge"));
}

function axes(
  ctx: CanvasRenderingContext2D,
  { grid, metric, dimensions }: Plotted,
  width: number,
  text: string,
  soft: string,
  edge: string,
): void {
  const [low, high] = boundsOf(grid);
  const isCrowded = (width - 2 * SIDE) / dimensions.length < ROOMY;
  const ends = dimensions.map(({ name, values }) => [name, values[0] ?? "", values.at(-1) ?? ""]);
  ends.push([metric, ratio(low, 3), ratio(high, 3)]);
  ctx.lineWidth = 1;
  ctx.font = chartFont();
  ends.forEach(([name = "", bottom = "", top = ""], axis) => {
    const x = SIDE + (axis / dimensions.length) * (width - 2 * SIDE);
    ctx.strokeStyle = edge;
    ctx.beginPath();
    ctx.moveTo(x, TOP);
    ctx.lineTo(x, HEIGHT - BOTTOM);
    ctx.stroke();
    ctx.textAlign = axis === 0 ? "left" : axis === dimensions.length ? "right" : "center";
    const at = axis === 0 ? x - SIDE + 4 : axis === dimensions.length ? x + SIDE - 4 : x;
    ctx.fillStyle = text;
    ctx.fillText(spaced(name), at, isCrowded && axis % 2 === 1 ? 12 : 27);
    ctx.fillStyle = soft;
    ctx.fillText(top, at, 42);
    ctx.fillText(bottom, at, HEIGHT - 12);
  });
}
