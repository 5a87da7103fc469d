/** The part that is seen of a box that scrolls over rows of one height. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { scrollFor } from "./virtual-rows.ts";

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

/** Height of a row in whole pixels, in the reader's own letter size: the style sheet's, or with `lines` a stack's. */
export function useRowHeight(lines?: number): number {
  const [{ row, letter }] = useState(() => {
    const style = getComputedStyle(document.documentElement);
    return {
      row: parseFloat(style.getPropertyValue("--row")),
      letter: parseFloat(style.fontSize),
    };
  });
  return Math.round((lines === undefined ? row : lines * LINE_REM + PADDING_REM) * letter);
}

/** Height of a line of a row whose cells stand below each other, and the space around them, as in parts.css. */
const LINE_REM = 1.5;
const PADDING_REM = 1;
