/** The trades of a run, each figure sortable by its head. */

import type { JobTrade } from "@bourse/contract/backtest";
import {
  Empty,
  Numeral,
  Price,
  rowColumns,
  spaced,
  VirtualTable,
  type RowColumn,
} from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { digitsOfPrices } from "../../chart/price-digits.ts";
import { minutes, money, price, tone, utc } from "../../model/numbers.ts";
import { heldMinutes } from "../../model/trade-order.ts";
import { Gain } from "../../parts/figure.tsx";

interface TradeTableProps {
  readonly rows: readonly JobTrade[];
  /** Places of the rows that are shown, in their order. */
  readonly order: readonly number[];
  /** Figure that the rows are sorted by, with a minus before it for descending. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Place of a trade among all of them, as all calls here have it. */
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

export function TradeTable(props: TradeTableProps) {
  const { rows, order, sort, onSort, chosen, onChoose, onOpen } = props;
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const shown = useMemo(() => order.map((at) => ({ trade: rows[at] as JobTrade, at })), [order]);
  const row = chosen === undefined ? -1 : order.indexOf(chosen);
  return (
    <VirtualTable
      label="Trades"
      count={order.length}
      chosen={row < 0 ? undefined : row}
      onChoose={(index) => onChoose(order[index] ?? 0)}
      onOpen={(index) => onOpen(order[index] ?? 0)}
      empty={
        rows.length > 0 ? (
          <Empty title="No trade is like that.">Take words or the filter away.</Empty>
        ) : (
          <Empty title="The strategy made no trade.">
            Its signals never crossed its thresholds on these candles. Change its parameters, or
            give it more candles.
          </Empty>
        )
      }
      columns={rowColumns(
        shown,
        columns.map(({ sortedBy, cell, ...column }) => ({
          ...column,
          ...(sortedBy !== undefined && {
            onSort: () => onSort(sort === `-${sortedBy}` ? sortedBy : `-${sortedBy}`),
            ...(sort.replace("-", "") === sortedBy && {
              sorted: sort.startsWith("-") ? ("descending" as const) : ("ascending" as const),
            }),
          }),
          cell: ({ trade, at }) => cell(trade, at),
        })),
      )}
    />
  );
}

interface TradeColumn extends RowColumn<JobTrade> {
  /** Name of the figure that it sorts by. Default: it does not sort. */
  readonly sortedBy?: string;
}

/** Width of a digit in a table, in rem, and the room beside the figures. */
const DIGIT_REM = 0.52;
const ROOM_REM = 1.5;

/** Digits of the prices, and the widths of the columns of prices and of money, in rem. */
function measuresOf(rows: readonly JobTrade[]) {
  const digits = digitsOfPrices({
    close: rows.slice(0, 200).map(({ entry_price: entry }) => entry),
    high: rows.slice(0, 200).map(({ exit_price: exit }) => exit),
  });
  const greatest = rows.reduce(
    (most, { entry_price: entry, exit_price: exit }) =>
      Math.max(most, Math.abs(entry), Math.abs(exit)),
    0,
  );
  const profit = rows.reduce((most, { pnl }) => Math.max(most, Math.abs(pnl)), 0);
  const widthOf = (text: string): number => Math.max(7, text.length * DIGIT_REM + ROOM_REM);
  return {
    digits,
    width: widthOf(price(greatest, digits)),
    moneyWidth: widthOf(money(-profit)),
  };
}

function columnsOf(rows: readonly JobTrade[]): readonly TradeColumn[] {
  const { digits, width, moneyWidth } = measuresOf(rows);
  const number = { isNumber: true } as const;
  const columns: readonly (TradeColumn | undefined)[] = [
    { head: "#", ...number, width: 4, sortedBy: "entry", cell: (_, index) => index + 1 },
    rows.some(({ symbol }) => symbol !== undefined)
      ? { head: "Symbol", width: 7, cell: ({ symbol }) => symbol ?? "" }
      : undefined,
    { head: "Side", width: 5, cell: ({ side }) => side },
    { head: "Entry (UTC)", width: 9.5, cell: (trade) => utc(trade.entry_time) },
    {
      head: "Entry price",
      ...number,
      width,
      sortedBy: "entry_price",
      cell: (trade) => <Price of={trade.entry_price} digits={digits} />,
    },
    { head: "Exit (UTC)", width: 9.5, sortedBy: "exit", cell: (trade) => utc(trade.exit_time) },
    {
      head: "Exit price",
      ...number,
      width,
      sortedBy: "exit_price",
      cell: (trade) => <Price of={trade.exit_price} digits={digits} />,
    },
    {
      head: "Return",
      ...number,
      width: 6.5,
      sortedBy: "return",
      cell: (trade) => <Gain value={trade.return} />,
    },
    {
      head: "Profit",
      ...number,
      width: moneyWidth,
      sortedBy: "pnl",
      cell: ({ pnl }) => (
        <span class={tone(pnl)}>
          <Numeral of={pnl} />
        </span>
      ),
    },
    {
      head: "Fees",
      ...number,
      width: 7,
      sortedBy: "fees",
      cell: ({ fees }) => <Numeral of={fees} />,
    },
    {
      head: "Held",
      ...number,
      width: 7,
      sortedBy: "held",
      cell: (trade) => minutes(heldMinutes(trade)),
    },
    { head: "Reason", width: 8, cell: (trade) => spaced(trade.exit_reason) },
    rows.some(({ funding }) => funding !== undefined)
      ? {
          head: "Funding",
          ...number,
          width: 6,
          cell: ({ funding }) => <Numeral of={funding ?? 0} />,
        }
      : undefined,
    ...(rows.some((trade) => trade.entry_tag !== undefined || trade.exit_tag !== undefined)
      ? [
          { head: "Entry tag", width: 9, cell: (trade: JobTrade) => trade.entry_tag ?? "" },
          { head: "Exit tag", width: 9, cell: (trade: JobTrade) => trade.exit_tag ?? "" },
        ]
      : []),
  ];
  return columns.filter((column) => column !== undefined);
}
