/**
 * The frame of a chart: a drawing that stretches with the page, its axes as text that does not.
 *
 * The drawing's units are per cent of its width and height. Strokes keep their width and zero-length strokes are
 * round or square dots, so nothing is distorted on a narrow page, in print or when zoomed.
 */

import { html, type Html } from "../html.ts";
import type { Scale } from "./scale.ts";

export interface ChartOptions {
  readonly title: string;
  /** Id of the figure, by which the page's script finds it. Default: none. */
  readonly id?: string;
  /** Description of the chart for screen readers. */
  readonly description: string;
  readonly x: Scale;
  readonly y: Scale;
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
  /** The drawing, in per cent; y counts from the top. */
  readonly marks: readonly Html[];
  /** Legend: the meaning of colours and shapes. */
  readonly legend: readonly { readonly kind: string; readonly text: string }[];
  /** Sentence below the drawing. Default: none. */
  readonly note?: string | undefined;
  /** Height by name: `tall` for prices, `low` for drawdowns. */
  readonly size: "tall" | "middle" | "low";
}

/** A figure with its caption, drawing, axes and legend. */
export function chart(options: ChartOptions): Html {
  const { title, id, description, x, y, xText, yText, marks, legend, note, size } = options;
  const lines = y.ticks.map(({ place }) => html`<path class="grid" d="M0 ${down(place)}H100" />`);
  const rows = y.ticks.map(
    ({ value, place }) => html`<span style="bottom:${place}%">${yText(value)}</span>`,
  );
  const dates = x.ticks
    .filter(({ place }) => place >= 2 && place <= 95)
    .map(({ value, place }) => html`<span style="left:${place}%">${xText(value)}</span>`);
  return html`<figure class="chart ${size}" ${id === undefined ? undefined : html` id="${id}"`}>
    <figcaption>
      <h2>${title}</h2>
      <ul class="legend">
        ${legend.map(({ kind, text }) => html`<li class="${kind}">${text}</li>`)}
      </ul>
    </figcaption>
    <div class="plot">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${description}">
        ${lines}${marks}
      </svg>
      <div class="y" aria-hidden="true">${rows}</div>
      <div class="x" aria-hidden="true">${dates}</div>
    </div>
    ${note === undefined ? undefined : html`<p>${note}</p>`}
  </figure>`;
}

/** A place that counts from the bottom as one that counts from the top. */
export function down(place: number): number {
  return Math.round((100 - place) * 100) / 100;
}

/** A line through points, in per cent. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${down(y)}`).join("");
}
