/** Functions of TA-Lib as its header declares them. */

/** One parameter of a C function. */
interface Parameter {
  readonly type: string;
  readonly name: string;
}

/** One function of TA-Lib. */
export interface Prototype {
  /** Name without TA_. */
  readonly name: string;
  /** Names of the input arrays. */
  readonly inputs: readonly string[];
  /** Types of the options, in order. */
  readonly options: readonly string[];
  /** Types of the elements of the output arrays, `double` or `int`. */
  readonly outputs: readonly string[];
}

/** All functions over double arrays that `ta_func.h` declares. */
export function prototypesIn(header: string): readonly Prototype[] {
  const code = header.replaceAll(/\/\*.*?\*\//gs, "");
  return [...code.matchAll(/TA_RetCode TA_(?!S_)(\w+)\(([^;]*)\);/g)]
    .filter(([, , parameters = ""]) => parameters.includes("outBegIdx"))
    .map(([, name = "", parameters = ""]) => prototypeOf(name, parameters));
}

function prototypeOf(name: string, text: string): Prototype {
  const parameters = text.split(",").map(parameterOf);
  const starting = (prefix: string): Parameter[] =>
    parameters.filter((one) => one.name.startsWith(prefix));
  return {
    name,
    inputs: starting("in").map((one) => one.name),
    options: starting("optIn").map(({ type }) => type),
    outputs: starting("out")
      .filter((one) => one.name !== "outBegIdx" && one.name !== "outNBElement")
      .map(({ type }) => type),
  };
}

function parameterOf(text: string): Parameter {
  const words = text
    .replaceAll(/[*[\]]|const/g, " ")
    .trim()
    .split(/\s+/);
  return { type: words[0] ?? "", name: words[1] ?? "" };
}

/** Column of each input by its name in the header; `inReal` is the only or the first one of numbers. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  inOpen: "open",
  inHigh: "high",
  inLow: "low",
  inClose: "close",
  inVolume: "volume",
  inPeriods: "periods",
  inReal0: "high",
  inReal1: "low",
};

/** Column that an input of a function is fed with, the same as that of the indicator. */
export function columnOfInput({ name }: Prototype, input: string): string {
  return COLUMN_OF[input] ?? (name === "ACOS" || name === "ASIN" ? "ratio" : "close");
}
