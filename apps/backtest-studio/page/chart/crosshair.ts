/** The values under the crosshair, on the axes of a plot. */

import { fixed, utcMinute } from "@bourse/ui";
import type UPlot from "uplot";

import { digitsOf } from "./ticks.ts";

/** Labels on the axis of values and, with `hasDates`, on that of time. */
export function crosshairLabels(
  texts: (ticks: readonly number[]) => readonly string[],
  hasDates: boolean,
): UPlot.Plugin {
  const value = label("value");
  const time = label("time");
  return {
    hooks: {
      init: (plot) => plot.over.parentElement?.append(value, ...(hasDates ? [time] : [])),
      setCursor: (plot) => place(plot, value, time, texts),
    },
  };
}

function label(axis: "value" | "time"): HTMLElement {
  const made = document.createElement("span");
  made.className = `axis-label on-${axis}`;
  made.ariaHidden = "true";
  made.hidden = true;
  return made;
}

function place(
  plot: UPlot,
  value: HTMLElement,
  time: HTMLElement,
  texts: (ticks: readonly number[]) => readonly string[],
): void {
  const { over, cursor, scales } = plot;
  const { left = -1, top = -1 } = cursor;
  value.hidden = left < 0 || top < 0;
  time.hidden = left < 0;
  if (!value.hidden) {
    const at = plot.posToVal(top, "y");
    const { min = 0, max = 1 } = scales["y"] ?? {};
    // As many digits as one pixel is worth.
    const pixel = ((max ?? 1) - (min ?? 0)) / Math.max(1, over.clientHeight);
    const rounded = Number(at.toFixed(Math.min(20, digitsOf(pixel))));
    const [text = fixed(rounded, digitsOf(pixel))] = texts([rounded, rounded + pixel]);
    value.textContent = text;
    value.style.left = `${over.offsetLeft + over.clientWidth}px`;
    value.style.top = `${over.offsetTop + top}px`;
  }
  if (!time.hidden) {
    time.textContent = utcMinute(Math.round(plot.posToVal(left, "x")) * 1000);
    const half = time.offsetWidth / 2;
    const middle = Math.min(Math.max(left, half), over.clientWidth - half);
    time.style.left = `${over.offsetLeft + middle}px`;
    time.style.top = `${over.offsetTop + over.clientHeight}px`;
  }
}
