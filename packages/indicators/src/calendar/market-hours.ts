/** Weekly hours of large exchanges, by their MIC (ISO 10383), with the dates from which they hold. */

/** Hours of a market: its time zone, the days on which it opens, and the hours of such a day. */
export interface MarketHours {
  /** IANA time zone of the hours, such as `America/New_York`. */
  readonly zone: string;
  /** Weekdays with a session: names such as `Mon`, or numbers from 1 (Monday) to 7. Default Monday to Friday. */
  readonly days?: readonly (string | number)[];
  /**
   * Opening and closing times of a day in order, `HH:MM` up to `24:00`; two with a break between them. A first time
   * that is not before its second is of the evening before: `["17:00", "16:00"]`.
   */
  readonly sessions: readonly (readonly [open: string, close: string])[];
  /** Dates without a session, `YYYY-MM-DD`. Default none. */
  readonly holidays?: readonly string[];
}

/** Hours from a date on; those before the first date are taken to be the same as from it on. */
export interface DatedHours extends MarketHours {
  /** Date from which the hours hold, `YYYY-MM-DD`. */
  readonly since: string;
}

/** Name of a calendar that needs no description. */
export type CalendarName = "always" | "weekdays" | ExchangeName;

/** Exchanges by their MIC, and the markets `CME` and `FX`. */
export type ExchangeName =
  | "XNYS"
  | "XNAS"
  | "XTSE"
  | "BVMF"
  | "XLON"
  | "XPAR"
  | "XAMS"
  | "XETR"
  | "XSWX"
  | "XJSE"
  | "XSAU"
  | "XBOM"
  | "XNSE"
  | "XSES"
  | "XHKG"
  | "XSHG"
  | "XKRX"
  | "XTKS"
  | "XASX"
  | "CME"
  | "FX";

const SUNDAY_TO_THURSDAY = [7, 1, 2, 3, 4];

const hours = (
  since: string,
  zone: string,
  sessions: MarketHours["sessions"],
  days?: MarketHours["days"],
): DatedHours => ({ since, zone, sessions, ...(days === undefined ? {} : { days }) });

const US = [hours("1985-09-30", "America/New_York", [["09:30", "16:00"]])];

const MUMBAI = [hours("2010-10-18", "Asia/Kolkata", [["09:15", "15:30"]])];

/** Hours of exchanges, of the newest date last; holidays and early closes are not among them. */
export const EXCHANGES: Readonly<Record<ExchangeName, readonly DatedHours[]>> = {
  XNYS: US,
  XNAS: US,
  XTSE: [hours("2005-01-03", "America/Toronto", [["09:30", "16:00"]])],
  BVMF: [
    hours("2018-01-02", "America/Sao_Paulo", [["10:00", "17:00"]]),
    hours("2019-11-04", "America/Sao_Paulo", [["10:00", "18:00"]]),
  ],
  XLON: [hours("2005-01-04", "Europe/London", [["08:00", "16:30"]])],
  XPAR: [hours("2005-01-03", "Europe/Paris", [["09:00", "17:30"]])],
  XAMS: [hours("2005-01-03", "Europe/Amsterdam", [["09:00", "17:30"]])],
  XETR: [hours("2003-11-03", "Europe/Berlin", [["09:00", "17:30"]])],
  XSWX: [hours("2005-01-03", "Europe/Zurich", [["09:00", "17:30"]])],
  XJSE: [hours("2005-01-03", "Africa/Johannesburg", [["09:00", "17:00"]])],
  XSAU: [hours("2021-01-03", "Asia/Riyadh", [["10:00", "15:00"]], SUNDAY_TO_THURSDAY)],
  XBOM: MUMBAI,
  XNSE: MUMBAI,
  XSES: [
    hours("2011-08-01", "Asia/Singapore", [["09:00", "17:00"]]),
    hours("2017-11-13", "Asia/Singapore", [
      ["09:00", "12:00"],
      ["13:00", "17:00"],
    ]),
  ],
  XHKG: [
    hours("2012-03-05", "Asia/Hong_Kong", [
      ["09:30", "12:00"],
      ["13:00", "16:00"],
    ]),
  ],
  XSHG: [
    hours("2005-01-04", "Asia/Shanghai", [
      ["09:30", "11:30"],
      ["13:00", "15:00"],
    ]),
  ],
  XKRX: [
    hours("2000-05-22", "Asia/Seoul", [["09:00", "15:00"]]),
    hours("2016-08-01", "Asia/Seoul", [["09:00", "15:30"]]),
  ],
  XTKS: [
    hours("2011-11-21", "Asia/Tokyo", [
      ["09:00", "11:30"],
      ["12:30", "15:00"],
    ]),
    hours("2024-11-05", "Asia/Tokyo", [
      ["09:00", "11:30"],
      ["12:30", "15:30"],
    ]),
  ],
  XASX: [hours("2006-03-20", "Australia/Sydney", [["10:00", "16:00"]])],
  /** Globex futures of CME: Sunday 17:00 to Friday 16:00 Chicago, with an hour's break a day. */
  CME: [hours("2015-09-21", "America/Chicago", [["17:00", "16:00"]])],
  /** Spot currencies: Sunday 17:00 to Friday 17:00 New York. */
  FX: [hours("2005-01-03", "America/New_York", [["17:00", "17:00"]])],
};
