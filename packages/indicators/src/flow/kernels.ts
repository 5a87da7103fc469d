import { KERNEL_MODULE } from "./kernel-module.ts";

/** Address in the memory of the kernels: of the first row of a line, or of a small array. */
type Address = number;

/** Loops compiled to WebAssembly, by the names that they have in `kernels/`. */
export interface KernelLoops {
  readonly sum: (left: Address, right: Address, out: Address, rows: number) => void;
  readonly difference: (left: Address, right: Address, out: Address, rows: number) => void;
  readonly product: (left: Address, right: Address, out: Address, rows: number) => void;
  readonly scaledSum: (
    left: Address,
    right: Address,
    out: Address,
    rows: number,
    factor: number,
  ) => void;
  readonly meanOfCandles: OfCandles;
  readonly weightedClose: OfPrices;
  readonly plusTimes: (
    first: Address,
    second: Address,
    out: Address,
    rows: number,
    factor: number,
  ) => void;
  readonly fractions: (
    x: Address,
    older: Address,
    out: Address,
    rows: number,
    tiny: number,
  ) => void;
  readonly trueRange: OfPrices;
  readonly pressures: (
    high: Address,
    low: Address,
    close: Address,
    pressure: Address,
    range: Address,
    rows: number,
  ) => void;
  readonly moves: (x: Address, gain: Address, loss: Address, rows: number) => void;
  readonly rates: (
    x: Address,
    older: Address,
    out: Address,
    rows: number,
    factor: number,
    offset: number,
  ) => void;
  readonly balances: OfCandles;
  readonly spreadOfFive: (x: Address, mean: Address, variance: Address, rows: number) => void;
  readonly roots: (x: Address, out: Address, rows: number, factor: number) => void;
  readonly higher: (x: Address, older: Address, out: Address, rows: number) => void;
  readonly lower: (x: Address, older: Address, out: Address, rows: number) => void;
  readonly highest: (x: Address, out: Address, rows: number, period: number) => void;
  readonly lowest: (x: Address, out: Address, rows: number, period: number) => void;
  readonly range: (
    high: Address,
    low: Address,
    highest: Address,
    lowest: Address,
    tails: Address,
    rows: number,
    period: number,
  ) => void;
  readonly ages: (
    high: Address,
    low: Address,
    highAge: Address,
    lowAge: Address,
    tails: Address,
    rows: number,
    period: number,
  ) => void;
  readonly keptHighest: KeptSearch;
  readonly keptLowest: KeptSearch;
  readonly mean: (x: Address, out: Address, rows: number, period: number) => void;
  readonly windowSum: (x: Address, out: Address, rows: number, period: number) => void;
  readonly weightedMean: (x: Address, out: Address, rows: number, period: number) => void;
  readonly correlation: (
    x: Address,
    y: Address,
    out: Address,
    tails: Address,
    rows: number,
    period: number,
  ) => void;
  readonly slopeOfFive: (x: Address, y: Address, out: Address, rows: number) => void;
  readonly averagePair: (
    one: Address,
    other: Address,
    oneOut: Address,
    otherOut: Address,
    rows: number,
    weight: number,
    state: Address,
  ) => void;
  readonly ways: (x: Address, step: Address, way: Address, rows: number, period: number) => void;
  readonly adaptive: (
    x: Address,
    way: Address,
    out: Address,
    rows: number,
    back: number,
    slowest: number,
    fastest: number,
    state: Address,
  ) => void;
  readonly accumulate: (
    high: Address,
    low: Address,
    close: Address,
    volume: Address,
    out: Address,
    rows: number,
    sum: number,
  ) => number;
  readonly heikinAshi: (
    open: Address,
    high: Address,
    low: Address,
    close: Address,
    outOpen: Address,
    outHigh: Address,
    outLow: Address,
    outClose: Address,
    rows: number,
    state: Address,
  ) => void;
  readonly parabolic: (
    high: Address,
    low: Address,
    out: Address,
    rows: number,
    rules: Address,
    state: Address,
  ) => void;
  readonly logarithms: RowFunction;
  readonly decimalLogarithms: RowFunction;
  readonly sines: RowFunction;
  readonly cosines: RowFunction;
  readonly gaps: CandidateSearch;
  readonly fillingBodies: CandidateSearch;
  readonly risingPairs: CandidateSearch;
  readonly falseBreaks: CandidateSearch;
  readonly blackTriples: CandidateSearch;
  readonly strikes: CandidateSearch;
  readonly confirmedInsides: CandidateSearch;
  readonly insides: CandidateSearch;
  readonly turns: CandidateSearch;
  readonly jumps: CandidateSearch;
  readonly cycleMeans: (
    x: Address,
    lengths: Address,
    out: Address,
    rows: number,
    seen: number,
  ) => void;
}

/** Function of all prices of each candle. */
type OfCandles = (
  open: Address,
  high: Address,
  low: Address,
  close: Address,
  out: Address,
  rows: number,
) => void;

/** Function of the prices of each candle but the open. */
type OfPrices = (high: Address, low: Address, close: Address, out: Address, rows: number) => void;

/** Search for the rows in which a pattern may end, from the number `row` on; returns the length of the list. */
export type CandidateSearch = (
  one: Address,
  other: Address,
  list: Address,
  rows: number,
  row: number,
) => number;

/** Function of each row; returns the number of rows before the first one that it leaves to others. */
export type RowFunction = (x: Address, out: Address, rows: number) => number;

/** Search for the row of an extreme that TA-Lib's search keeps; returns that of the last row. */
type KeptSearch = (
  x: Address,
  out: Address,
  from: number,
  to: number,
  period: number,
  oldest: number,
  first: number,
  best: number,
) => number;

/** The kernels with their memory. */
export interface Kernels {
  readonly loops: KernelLoops;
  /** Tells if their memory has room for so many arrays of a length, and for small ones beside them. */
  fits(arrays: number, length: number): boolean;
  /** Begins a computation: arrays of the one before may be overwritten from now on. */
  begin(): void;
  /** An array in the memory of the kernels; its content means nothing. */
  array(length: number): Float64Array;
}

/** The part of WebAssembly that is used here; the types of Node.js name it as a namespace only. */
interface WebAssemblyConstructors {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/** Bytes of the memory that are kept for small arrays. */
const SMALL = 65_536;

/**
 * Arrays begin apart from each other, and from arrays of the engine, which begin on a page: a processor that compares
 * the last twelve bits of addresses takes a read for one of what was just written to another array.
 */
const PAGE = 4096;
const placeIn = (array: number): number => 1024 + ((array * 576) % 2048);

/** Undefined until somebody asks: a page that forbids them says so once. */
let opened: Kernels | null | undefined;

/** The kernels, one for each thread; null where there is no WebAssembly, or where a page's policy forbids it. */
export function kernels(): Kernels | null {
  if (opened === undefined) opened = open();
  return opened;
}

function open(): Kernels | null {
  const { WebAssembly: wasm } = globalThis as { WebAssembly?: WebAssemblyConstructors };
  if (wasm === undefined) return null;
  const bytes = Uint8Array.from(atob(KERNEL_MODULE), (letter) => letter.charCodeAt(0));
  let exports: KernelLoops & { readonly memory: { readonly buffer: ArrayBuffer } };
  try {
    exports = new wasm.Instance(new wasm.Module(bytes)).exports as typeof exports;
  } catch {
    return null;
  }
  const { buffer } = exports.memory;
  let used = 0;
  let arrays = 0;
  return {
    loops: exports,
    fits: (number, length) => number * (length * 8 + 2 * PAGE) + SMALL <= buffer.byteLength,
    begin: () => {
      used = arrays = 0;
    },
    array: (length) => {
      const array = new Float64Array(buffer, used + placeIn(arrays++), length);
      used = Math.ceil((array.byteOffset + array.byteLength) / PAGE) * PAGE;
      return array;
    },
  };
}
