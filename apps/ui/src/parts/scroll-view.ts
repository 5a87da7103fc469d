/** The part that is seen of a box that scrolls over rows of one height. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { scrollFor } from "./virtual-rows.ts";

const ROW_REM = 2.25;

interface ScrollView {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The scroll position and the height that is seen, in pixels. */
  readonly view: { readonly top: number; readonly height: number };
  /** Takes the view from the box, as after a scroll. */
  readonly look: () => void;
}

/** The view of a box, which is not drawn while the table `isEmpty`. */
export function useScrollView(isEmpty: boolean): ScrollView {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  useLayoutEffect(() => {
    look();
    const watch = new ResizeObserver(look);
    if (box.current !== null) watch.observe(box.current);
    return () => watch.disconnect();
  }, [isEmpty]);
  return { box, view, look };
}

/** Scrolls the box when another row is chosen, until that row is seen whole. */
export function useChosenInSight(
  box: RefObject<HTMLDivElement | null>,
  chosen: number | undefined,
  rowHeight: number,
): void {
  useEffect(() => {
    const { current: element } = box;
    if (element === null || chosen === undefined) return;
    // The head stays in sight above the rows.
    const head = element.querySelector("thead")?.offsetHeight ?? rowHeight;
    const seen = element.clientHeight - head;
    element.scrollTop = scrollFor(chosen, rowHeight, element.scrollTop, seen);
  }, [chosen, rowHeight]);
}

/** The height of a row in whole pixels, from the reader's own letter size. */
export function useRowHeight(): number {
  const [height] = useState(() =>
    Math.round(ROW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize)),
  );
  return height;
}
