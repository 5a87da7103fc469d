/**
 * A table of up to 400,000 rows of one height, of which only those in sight are drawn. Browsers draw no element higher
 * than some 17 million pixels, hence the bound.
 */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import { useCommands } from "../model/commands.ts";
import { scrollFor, windowOf } from "./virtual-rows.ts";

export interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Width in rem. Default 8. */
  readonly width?: number;
  readonly cell: (index: number) => ComponentChildren;
}

interface VirtualTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** Row that is chosen; undefined for none. */
  readonly chosen?: number | undefined;
  /** With it rows can be chosen: by click, arrows, Page Up and Down, Home, End, and j and k from anywhere. */
  readonly onChoose?: (index: number) => void;
  /** Called for Enter and a double click on a row. */
  readonly onOpen?: (index: number) => void;
  readonly empty: ComponentChildren;
}

const MOST_ROWS = 400_000;
const ROW_REM = 2.25;
const WIDTH_REM = 8;

export function VirtualTable(props: VirtualTableProps) {
  const { label, columns, chosen, onChoose, onOpen, empty } = props;
  const count = Math.min(props.count, MOST_ROWS);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [view, setView] = useState({ top: 0, height: 600 });
  const rowHeight = useRowHeight();
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  useLayoutEffect(() => {
    look();
    const watch = new ResizeObserver(look);
    if (box.current !== null) watch.observe(box.current);
    return () => watch.disconnect();
  }, [count === 0]);
  useEffect(() => {
    const { current: element } = box;
    if (element === null || chosen === undefined) return;
    // The head stays in sight above the rows.
    const head = element.querySelector("thead")?.offsetHeight ?? rowHeight;
    const seen = element.clientHeight - head;
    element.scrollTop = scrollFor(chosen, rowHeight, element.scrollTop, seen);
  }, [chosen, rowHeight]);
  const choose = (index: number): void => {
    if (count > 0) onChoose?.(Math.max(0, Math.min(count - 1, index)));
  };
  const at = chosen ?? -1;
  useCommands(
    onChoose === undefined
      ? []
      : [
          {
            label: "Next row",
            keys: "j",
            group: label,
            isKeyOnly: true,
            run: () => choose(at + 1),
          },
          {
            label: "Row before",
            keys: "k",
            group: label,
            isKeyOnly: true,
            run: () => choose(Math.max(0, at - 1)),
          },
        ],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) choose(target);
    else if (event.key === "Enter" && at >= 0) onOpen?.(at);
    else return;
    event.preventDefault();
  };
  if (count === 0) return <>{empty}</>;
  const { first, end } = windowOf(count, rowHeight, view.top, view.height);
  const isGrid = onChoose !== undefined;
  const width = columns.reduce((sum, column) => sum + (column.width ?? WIDTH_REM), 0);
  return (
    <div
      class="scroll virtual"
      role="region"
      aria-label={label}
      ref={box}
      tabIndex={isGrid ? undefined : 0}
      onScroll={look}
    >
      <table
        role={isGrid ? "grid" : undefined}
        aria-label={isGrid ? label : undefined}
        aria-rowcount={count + 1}
        aria-activedescendant={isGrid && at >= first && at < end ? `${id}-${at}` : undefined}
        tabIndex={isGrid ? 0 : undefined}
        onKeyDown={isGrid ? onKeyDown : undefined}
        style={{ minWidth: `${width}rem` }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.head} style={{ width: `${column.width ?? WIDTH_REM}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ head, isNumber }) => (
              <th scope="col" key={head} class={isNumber === true ? "number" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} rowHeight={rowHeight} />
          {Array.from({ length: end - first }, (_, offset) => first + offset).map((index) => (
            <tr
              key={index}
              id={`${id}-${index}`}
              aria-rowindex={index + 2}
              aria-selected={isGrid ? index === at : undefined}
              style={{ height: `${rowHeight}px` }}
              onClick={isGrid ? () => choose(index) : undefined}
              onDblClick={onOpen === undefined ? undefined : () => onOpen(index)}
            >
              {columns.map(({ head, isNumber, cell }) => (
                <td key={head} class={isNumber === true ? "number" : undefined}>
                  {cell(index)}
                </td>
              ))}
            </tr>
          ))}
          <Gap rows={count - end} rowHeight={rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

function Gap({ rows, rowHeight }: { readonly rows: number; readonly rowHeight: number }) {
  if (rows <= 0) return null;
  return <tr aria-hidden="true" class="gap" style={{ height: `${rows * rowHeight}px` }} />;
}

/** Whole pixels, from the reader's own letter size. */
function useRowHeight(): number {
  const [height] = useState(() =>
    Math.round(ROW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize)),
  );
  return height;
}
