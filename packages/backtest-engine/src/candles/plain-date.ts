/** Dates with words, as digits alone: names of months and of zones. */

/**
 * Hours that an abbreviation of a zone is ahead of UTC; only those that one place has. CST, IST and BST are those of
 * several places, so they are not here.
 */
const ZONES: Readonly<Record<string, string>> = {
  UTC: "+00:00",
  GMT: "+00:00",
  Z: "+00:00",
  EST: "-05:00",
  EDT: "-04:00",
  MDT: "-06:00",
  PST: "-08:00",
  PDT: "-07:00",
  WET: "+00:00",
  WEST: "+01:00",
  CET: "+01:00",
  CEST: "+02:00",
  EET: "+02:00",
  EEST: "+03:00",
  MSK: "+03:00",
  HKT: "+08:00",
  SGT: "+08:00",
  JST: "+09:00",
  KST: "+09:00",
  AEST: "+10:00",
  AEDT: "+11:00",
  NZST: "+12:00",
  NZDT: "+13:00",
};

const NAMED_ZONE =
  /^(.*\d(?: ?[ap]m)?)(?: *(?!am$|pm$)([a-z]{1,4}))? ?([+-]\d{1,2}(?::?\d{2})?)?$/iu;
const WORD_ZONE = /\d *(?!am$|pm$)([a-z][a-z_]*(?:\/[a-z_]+)*)$/iu;
const LETTER = /[a-z]/iu;

/** A time whose zone, if it names one that is the same everywhere, is written as an offset such as `-05:00`. */
export function plainZone(text: string): string {
  const last = text.at(-1) ?? "";
  const isSigned =
    text.includes(":") && /[a-z ][+-]\d{1,2}(?::?\d{2})?$|:\d\d[+-]\d{1,2}$/iu.test(text);
  if (last === "Z" || (!isSigned && !LETTER.test(last))) return text;
  const [, rest, name, sign] = NAMED_ZONE.exec(text) ?? [];
  if (rest === undefined || (name === undefined && sign === undefined)) return text;
  const zone = name === undefined ? "+00:00" : ZONES[name.toUpperCase()];
  if (zone === undefined || (sign !== undefined && zone !== "+00:00")) return text;
  const offset = sign === undefined ? zone : offsetOf(sign);
  return rest.includes(":") ? `${rest}${offset}` : `${rest} 00:00${offset}`;
}

/** `+1`, `+01` and `+0100` as `+01:00`. */
function offsetOf(sign: string): string {
  const digits = sign.slice(1).replace(":", "");
  const hours = (digits.length > 2 ? digits.slice(0, -2) : digits).padStart(2, "0");
  return `${sign[0]}${hours}:${digits.length > 2 ? digits.slice(-2) : "00"}`;
}

/** The abbreviation that a time names for a zone with an offset; undefined for UTC and for none. */
export function namedZone(text: string): string | undefined {
  if (!LETTER.test(text.at(-1) ?? "")) return undefined;
  const name = WORD_ZONE.exec(text)?.[1]?.toUpperCase();
  return name === undefined || (ZONES[name] ?? "+00:00") === "+00:00" ? undefined : name;
}

/** Advice for a time whose zone has no fixed offset; empty for any other text. */
export function zoneProblem(text: string): string {
  const [, name] = WORD_ZONE.exec(text.trim()) ?? [];
  if (name === undefined || ZONES[name.toUpperCase()] !== undefined || !text.includes(":"))
    return "";
  return `; the zone ${name.slice(0, 32)} has no offset that is the same at all places and times: take it out of the times, and tell their zone by option "timeZone"`;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/iu;
const MONTH = String.raw`(${MONTHS.join("|")})[a-z]*\.?`;
const TIME = String.raw`(?:[T ,]+(.*))?`;
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})[-\s/.]?${MONTH}[-\s/.,]*(\d{4}|\d{2})${TIME}$`,
  "iu",
);
const MONTH_FIRST = new RegExp(
  String.raw`^${MONTH}[-\s/]*(\d{1,2})(?:st|nd|rd|th)?,?[-\s/]+(\d{4})${TIME}$`,
  "iu",
);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-\s/]?${MONTH}[-\s/]?(\d{1,2})${TIME}$`, "iu");
const EAST_ASIAN = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?:\s*(.*))?$/u;

/** A date whose month has a name, such as `05-Jan-2024`, `Jan 5, 2024` or `2024年1月5日`, in digits; else the text. */
export function plainDate(text: string): string {
  const found = text.trim().replace(WEEKDAY, "");
  const dayFirst = DAY_FIRST.exec(found);
  if (dayFirst !== null) return written(dayFirst[3], dayFirst[2], dayFirst[1], dayFirst[4]);
  const monthFirst = MONTH_FIRST.exec(found);
  if (monthFirst !== null)
    return written(monthFirst[3], monthFirst[1], monthFirst[2], monthFirst[4]);
  const yearFirst = YEAR_FIRST.exec(found);
  if (yearFirst !== null) return written(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4]);
  const asian = EAST_ASIAN.exec(found);
  return asian === null ? text : written(asian[1], asian[2], asian[3], asian[4]);
}

function written(year = "", month = "", day = "", time = ""): string {
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const date = [fullYear(year), named === 0 ? month : String(named), day];
  return `${date.map((part) => part.padStart(2, "0")).join("-")}${time === "" ? "" : ` ${time}`}`;
}

/** A year of two digits is one from 1970 to 2069. */
export function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return Number(year) >= 70 ? `19${year}` : `20${year}`;
}
