/** The span of time in sight, which every plot of a run shares. */

export interface Span {
  readonly min: number;
  readonly max: number;
}

export interface View {
  span(): Span;
  /** Zooms by `factor` (below 1 is nearer) around the place `share`, 0–1 from the left. */
  zoom(factor: number, share?: number): void;
  /** Moves by a share of the span, to the right when above 0. */
  move(share: number): void;
  show(span: Span): void;
  reset(): void;
}

/** A view of at least ten candles, at most all of them. */
export function createView(whole: Span, candle: number, onChange: (span: Span) => void): View {
  const least = Math.min(whole.max - whole.min, 10 * candle);
  let now = whole;
  const set = (min: number, length: number): void => {
    const size = Math.min(Math.max(length, least), whole.max - whole.min);
    const start = Math.min(Math.max(min, whole.min), whole.max - size);
    now = { min: start, max: start + size };
    onChange(now);
  };
  return {
    span: () => now,
    zoom(factor, share = 0.5) {
      const length = now.max - now.min;
      const size = Math.min(Math.max(length * factor, least), whole.max - whole.min);
      set(now.min + (length - size) * share, size);
    },
    move: (share) => set(now.min + share * (now.max - now.min), now.max - now.min),
    show: ({ min, max }) => set(min, max - min),
    reset: () => set(whole.min, whole.max - whole.min),
  };
}

/** A wheel zooms (sideways it moves), a drag moves, a pinch zooms, a double click shows everything. */
export function listenTo(over: HTMLElement, view: View): void {
  const place = (x: number): number => {
    const { left, width } = over.getBoundingClientRect();
    return (x - left) / width;
  };
  over.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { deltaX, deltaY } = event;
      if (Math.abs(deltaX) > Math.abs(deltaY)) view.move(deltaX / over.clientWidth);
      else view.zoom(Math.exp(Math.max(-100, Math.min(100, deltaY)) / 250), place(event.clientX));
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
