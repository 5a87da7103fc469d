/** A small plot of two axes of values, as SVG: its marks are children, which are given the scales. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { tickTexts, ticksOf } from "./ticks.ts";

/** Places of values in pixels. */
interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

interface SvgPlotProps {
  /** Description for those who do not see it. */
  readonly label: string;
  readonly x: readonly [min: number, max: number];
  readonly y: readonly [min: number, max: number];
  readonly height?: number;
  readonly xTexts?: (ticks: readonly number[]) => readonly string[];
  readonly yTexts?: (ticks: readonly number[]) => readonly string[];
  /** Names of the axes. */
  readonly xName: string;
  readonly yName: string;
  readonly children: (scales: Scales) => ComponentChildren;
}

const LETTER = 7;
const TOP = 20;
const BOTTOM = 40;
const SIDE = 12;

export function SvgPlot(props: SvgPlotProps) {
  const { label, x, y, height = 240, xTexts = tickTexts, yTexts = tickTexts } = props;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const take = (): void => setWidth(Math.max(200, element.clientWidth));
    take();
    const watch = new ResizeObserver(take);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const yTicks = ticksOf(y[0], y[1], (height - TOP - BOTTOM) / 32);
  const yWords = yTexts(yTicks);
  const right = width - SIDE - LETTER * Math.max(2, ...yWords.map((text) => text.length));
  const xTicks = ticksOf(x[0], x[1], (right - SIDE) / 80);
  const xWords = xTexts(xTicks);
  const scales: Scales = {
    x: (value) => SIDE + ((value - x[0]) / (x[1] - x[0] || 1)) * (right - SIDE),
    y: (value) => height - BOTTOM - ((value - y[0]) / (y[1] - y[0] || 1)) * (height - TOP - BOTTOM),
  };
  return (
    <div ref={place} class={`plot high-${height}`}>
      <svg role="img" aria-label={label} width={width} height={height}>
        {yTicks.map((tick, at) => (
          <g key={tick}>
            <path class="grid" d={`M${SIDE} ${scales.y(tick)}H${right}`} />
            <text x={right + 6} y={scales.y(tick) + 4}>
              {yWords[at]}
            </text>
          </g>
        ))}
        {xTicks.map((tick, at) => (
          <g key={tick}>
            <path class="grid" d={`M${scales.x(tick)} ${TOP}V${height - BOTTOM}`} />
            <text x={scales.x(tick)} y={height - BOTTOM + 16} text-anchor="middle">
              {xWords[at]}
            </text>
          </g>
        ))}
        <text class="axis" x={SIDE} y={13}>
          {props.yName}
        </text>
        <text class="axis" x={(SIDE + right) / 2} y={height - 6} text-anchor="middle">
          {props.xName}
        </text>
        {props.children(scales)}
      </svg>
    </div>
  );
}
