/** The room beside plots for the labels of their axes: as wide as the widest label, and the same for all of them. */

import type UPlot from "uplot";

export interface Gutter {
  /** Width for the labels of a plot, in pixels. */
  size(plot: UPlot, texts: readonly string[] | null): number;
  /** Takes no more notice of a plot that is gone. */
  leave(plot: UPlot): void;
}

/** The font of labels on a canvas: the page's own. */
export function chartFont(): string {
  return `12px ${getComputedStyle(document.body).fontFamily}`;
}

const LEAST = 48;
/** Labels of a different length do not move the plots at each step: the width grows by whole steps. */
const STEP = 8;
const PADDING = 14;

/** Calls `onChange` when the width is another than the plots were told. */
export function createGutter(onChange: () => void): Gutter {
  const own = new Map<UPlot, number>();
  const pen = document.createElement("canvas").getContext("2d");
  let width = LEAST;
  return {
    size(plot, texts) {
      if (pen !== null) pen.font = chartFont();
      const widest = Math.max(
        0,
        ...(texts ?? []).map((text) => pen?.measureText(text).width ?? 7 * text.length),
      );
      own.set(plot, Math.ceil((widest + PADDING) / STEP) * STEP);
      const now = Math.max(LEAST, ...own.values());
      if (now !== width) {
        width = now;
        onChange();
      }
      return width;
    },
    leave: (plot) => void own.delete(plot),
  };
}
