/**
 * A line in place of what is still read. Everything behind it, up to the foot of the page, is unseen until then: it
 * would be pushed away. The elements around it are marked, since a style sheet that looks into them by `:has` makes the
 * browser style the whole page anew for each row that comes.
 */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface ReadingHintProps {
  readonly children: ComponentChildren;
}

export function ReadingHint({ children }: ReadingHintProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const around = boxesAround(line.current);
    for (const box of around) mark(box, 1);
    return () => {
      for (const box of around) mark(box, -1);
    };
  }, []);
  return (
    <p class="hint reading" ref={line}>
      {children}
    </p>
  );
}

const counts = new WeakMap<Element, number>();

/** The elements from the line's parent up to the page's content. */
function boxesAround(line: Element | null): readonly Element[] {
  const boxes: Element[] = [];
  let box = line?.parentElement;
  while (box instanceof Element && box.closest("main") !== null) {
    boxes.push(box);
    box = box.parentElement;
  }
  return boxes;
}

/** Marks a box for as long as one line in it says that it is being read. */
function mark(box: Element, by: 1 | -1): void {
  const count = (counts.get(box) ?? 0) + by;
  counts.set(box, count);
  box.toggleAttribute("data-reading", count > 0);
}
