/**
 * A table of up to 400,000 rows of one height, of which only those in sight are drawn. Browsers draw no element higher
 * than some 17 million pixels, hence the bound.
 */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

import { useIsNarrow } from "./is-narrow.ts";
import { useRowKeys } from "./row-keys.ts";
import { useChosenInSight, useRowHeight, useScrollView } from "./scroll-view.ts";
import { windowOf } from "./virtual-rows.ts";

export interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Width in rem. Default 8. */
  readonly width?: number;
  /** True for sentences: they take two lines where the cells stand below each other. Default false. */
  readonly isLong?: boolean;
  /** With it the head is a button that sorts by the column. */
  readonly onSort?: () => void;
  /** Order of the rows by this column. Default: they are in the order of another one. */
  readonly sorted?: "ascending" | "descending";
  readonly cell: (index: number) => ComponentChildren;
}

interface VirtualTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** Key of a row that may change its place: a click that meets another row then does nothing. Default: its index. */
  readonly keyOf?: (index: number) => string | number;
  /** Row that is chosen; undefined for none. */
  readonly chosen?: number | undefined;
  /** With it rows can be chosen: by click, arrows, Page Up and Down, Home, End, and j and k from anywhere. */
  readonly onChoose?: (index: number) => void;
  /** Called for Enter from anywhere and a double click on a row. */
  readonly onOpen?: (index: number) => void;
  /** Called when the last rows come into sight, so that more can be read. */
  readonly onEnd?: () => void;
  /** True where a narrow page shows the cells of a row below each other, each with its head. Default false. */
  readonly isStacking?: boolean;
  readonly empty: ComponentChildren;
}

const MOST_ROWS = 400_000;
const WIDTH_REM = 8;

export function VirtualTable(props: VirtualTableProps) {
  const { label, columns, keyOf, chosen, onChoose, onOpen, onEnd, empty } = props;
  const count = Math.min(props.count, MOST_ROWS);
  const id = useId();
  const isStacked = useIsNarrow() && props.isStacking === true;
  const lines = columns.reduce((sum, { isLong }) => sum + (isLong === true ? 2 : 1), 0);
  const rowHeight = useRowHeight(isStacked ? lines : undefined);
  const { box, view, look } = useScrollView(count === 0);
  useChosenInSight(box, chosen, rowHeight);
  const at = chosen ?? -1;
  const choose = (index: number): void => {
    if (count > 0) onChoose?.(Math.max(0, Math.min(count - 1, index)));
  };
  const grid = useRef<HTMLTableElement>(null);
  const open = (): void => {
    if (at >= 0) onOpen?.(at);
  };
  const move = (by: 1 | -1): boolean => {
    choose(at + by);
    return at + by >= 0 && at + by < count;
  };
  useRowKeys(onChoose && { grid, move, open });
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2);
    const target = targetOf(event.key, at, page, count - 1);
    if (target !== undefined) choose(target);
    else if (event.key === "Enter" && at >= 0) open();
    else return;
    event.preventDefault();
  };
  const { first, end } = windowOf(count, rowHeight, view.top, view.height);
  useEffect(() => {
    if (count > 0 && end === count) onEnd?.();
  }, [count, end]);
  const rows = useRows(
    { id, columns, rowHeight, keyOf, onOpen },
    [first, end],
    at,
    onChoose && choose,
  );
  if (count === 0) return <>{empty}</>;
  const isGrid = onChoose !== undefined;
  const width = columns.reduce((sum, column) => sum + (column.width ?? WIDTH_REM), 0);
  return (
    <div
      class={isStacked ? "scroll virtual stack-rows" : "scroll virtual"}
      role="region"
      aria-label={label}
      ref={box}
      tabIndex={isGrid ? undefined : 0}
      onScroll={look}
    >
      <table
        ref={grid}
        role={isGrid ? "grid" : undefined}
        aria-label={isGrid ? label : undefined}
        aria-rowcount={count + 1}
        aria-activedescendant={isGrid && at >= first && at < end ? `${id}-${at}` : undefined}
        tabIndex={isGrid ? 0 : undefined}
        onKeyDown={isGrid ? onKeyDown : undefined}
        style={{ minWidth: isStacked ? "0" : `${width}rem` }}
      >
        {!isStacked && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.head} style={{ width: `${column.width ?? WIDTH_REM}rem` }} />
            ))}
          </colgroup>
        )}
        <Head columns={columns} />
        <tbody data-rows={isGrid ? undefined : ""}>
          <Gap rows={first} rowHeight={rowHeight} />
          {rows}
          <Gap rows={count - end} rowHeight={rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

interface RowParts {
  readonly columns: readonly Column[];
  readonly onOpen: ((index: number) => void) | undefined;
  readonly keyOf: ((index: number) => string | number) | undefined;
  readonly id: string;
  readonly rowHeight: number;
}

/** The rows in sight. A scroll leaves those that stay as they are: only new ones are drawn. */
function useRows(
  parts: RowParts,
  [first, end]: readonly [first: number, end: number],
  at: number,
  choose: ((index: number) => void) | undefined,
): readonly VNode[] {
  const latest = useRef(choose);
  latest.current = choose;
  const { columns, rowHeight } = parts;
  const drawn = useRef({ columns, rowHeight, at, rows: new Map<number, VNode>() });
  const before = drawn.current;
  const isSame = before.columns === columns && before.rowHeight === rowHeight;
  const rows = new Map<number, VNode>();
  for (let index = first; index < end; index++) {
    const hasTurned = index === at || index === before.at;
    const kept = isSame && !(hasTurned && at !== before.at) ? before.rows.get(index) : undefined;
    const onChoose = choose && ((): void => latest.current?.(index));
    rows.set(index, kept ?? rowOf(parts, index, index === at, onChoose));
  }
  drawn.current = { columns, rowHeight, at, rows };
  return [...rows.values()];
}

function rowOf(
  { id, columns, rowHeight, keyOf, onOpen }: RowParts,
  index: number,
  isChosen: boolean,
  onChoose: (() => void) | undefined,
): VNode {
  return (
    <tr
      key={keyOf?.(index) ?? index}
      id={`${id}-${index}`}
      aria-rowindex={index + 2}
      aria-selected={onChoose === undefined ? undefined : isChosen}
      style={{ height: `${rowHeight}px` }}
      onClick={onChoose}
      onDblClick={onOpen && (() => onOpen(index))}
    >
      {columns.map(({ head, isNumber, isLong, cell }) => (
        <td
          key={head}
          data-name={head}
          class={isNumber === true ? "number" : isLong === true ? "long" : undefined}
        >
          {cell(index)}
        </td>
      ))}
    </tr>
  );
}

/** The row that a key goes to; undefined for a key that goes nowhere. */
function targetOf(key: string, at: number, page: number, last: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  return targets[key];
}

function Head({ columns }: Pick<VirtualTableProps, "columns">) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ head, isNumber, onSort, sorted }) => (
          <th
            scope="col"
            key={head}
            class={isNumber === true ? "number" : undefined}
            aria-sort={sorted}
          >
            {onSort === undefined ? (
              head
            ) : (
              <button type="button" class="sort" onClick={onSort}>
                {head}
                {sorted !== undefined && (
                  <span aria-hidden="true">{sorted === "ascending" ? " ▲" : " ▼"}</span>
                )}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Gap({ rows, rowHeight }: { readonly rows: number; readonly rowHeight: number }) {
  if (rows <= 0) return null;
  return <tr aria-hidden="true" class="gap" style={{ height: `${rows * rowHeight}px` }} />;
}
