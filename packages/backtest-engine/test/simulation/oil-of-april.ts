/** Oil of May 2020 in the days of April, as a shape: from 20 to below -37, and back. */
export const OIL: readonly number[] = [
  20.31, 19.87, 18.27, 11.5, 1.1, -13.1, -37.63, -8.2, 4.5, 10.01, 13.78, 16.94,
];
