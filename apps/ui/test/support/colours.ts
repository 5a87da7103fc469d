/** Contrast by WCAG 2.2, and the distance of two colours as a deuteranope sees them. */

type Vector = readonly [number, number, number];

/** Matrix of deuteranopia, severity 1, for linear RGB: Machado, Oliveira and Fernandes 2009, table 1. */
const DEUTERANOPIA: readonly Vector[] = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];

/** Contrast of two colours such as `#16202b`, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminanceOf).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Distance in OKLab of two colours as a deuteranope sees them; black and white are 1 apart. */
export function deuteranopeDistance(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => labOf(apply(DEUTERANOPIA, linearOf(colour))));
  if (a === undefined || b === undefined) return 0;
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf(colour: string): Vector {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** OKLab of linear RGB, clipped to what a screen shows: Ottosson 2020. */
function labOf(linear: Vector): Vector {
  const [red, green, blue] = linear.map((value) => Math.min(1, Math.max(0, value)));
  const cones = apply(TO_CONES, [red ?? 0, green ?? 0, blue ?? 0]);
  return apply(TO_LAB, [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])]);
}

const TO_CONES: readonly Vector[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: readonly Vector[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function apply(matrix: readonly Vector[], [x, y, z]: Vector): Vector {
  const [a = 0, b = 0, c = 0] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a, b, c];
}
