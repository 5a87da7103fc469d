/** Zooming and panning by wheel, pointer and buttons. */

import type UPlot from "uplot";

/** The span of time in sight. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** A view that every plot of the page shares. */
export interface View {
  /** The span in sight. */
  span(): Span;
  /** Zooms by `factor` (below 1 is nearer) around the place `share`, 0–1 from the left. */
  zoom(factor: number, share: number): void;
  /** Moves by a share of the span, to the right when above 0. */
  move(share: number): void;
  /** Shows everything. */
  reset(): void;
}

/** A view of at least ten candles, at most all of them. */
export function createView(whole: Span, candle: number, show: (span: Span) => void): View {
  const least = Math.min(whole.max - whole.min, 10 * candle);
  let now = whole;
  const set = (min: number, length: number): void => {
    const size = Math.min(Math.max(length, least), whole.max - whole.min);
    const start = Math.min(Math.max(min, whole.min), whole.max - size);
    now = { min: start, max: start + size };
    show(now);
  };
  return {
    span: () => now,
    zoom(factor, share) {
      const length = now.max - now.min;
      const size = Math.min(Math.max(length * factor, least), whole.max - whole.min);
      set(now.min + (length - size) * share, size);
    },
    move(share) {
      const length = now.max - now.min;
      set(now.min + share * length, length);
    },
    reset: () => set(whole.min, whole.max - whole.min),
  };
}

/** Ctrl + wheel and a pinch zoom, a drag and a sideways wheel move, a double click shows everything. */
export function listenTo({ over }: UPlot, view: View): void {
  const place = (x: number): number => {
    const { left, width } = over.getBoundingClientRect();
    return (x - left) / width;
  };
  over.addEventListener(
    "wheel",
    (event) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (isZoom)
        view.zoom(
          Math.exp(Math.max(-100, Math.min(100, event.deltaY)) / 200),
          place(event.clientX),
        );
      else view.move(event.deltaX / over.clientWidth);
    },
    { passive: false },
  );
  const pointers = new Map<number, number>();
  over.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event.clientX);
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, event.clientX);
    if (other === undefined) return view.move((before - event.clientX) / over.clientWidth);
    const factor = Math.abs(before - other) / Math.max(1, Math.abs(event.clientX - other));
    return view.zoom(factor, place((event.clientX + other) / 2));
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    over.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  over.addEventListener("dblclick", () => view.reset());
}

/** Buttons for those without a wheel. */
export function buttons(view: View): HTMLElement {
  const group = document.createElement("div");
  group.className = "zoom";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Zoom and move the price chart");
  const actions: readonly (readonly [text: string, label: string, act: () => void])[] = [
    ["‹", "Earlier", () => view.move(-0.5)],
    ["›", "Later", () => view.move(0.5)],
    ["+", "Zoom in", () => view.zoom(0.5, 0.5)],
    ["−", "Zoom out", () => view.zoom(2, 0.5)],
    ["All", "Show all candles", () => view.reset()],
  ];
  for (const [text, label, act] of actions) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    group.append(button);
  }
  return group;
}
