/** Small plots as SVG, in the colour of the text around them. */

const WIDTH = 320;
const HEIGHT = 56;
const DASHES = ["", "4 2", "1 2", "6 2 1 2", "2 4"];

/** Frame of a plot: the values that its height spans. */
function frameOf(lines: readonly (readonly number[])[]): { least: number; height: number } {
  const all = lines.flat().filter(Number.isFinite);
  const least = Math.min(...all);
  return { least, height: Math.max(...all) - least || 1 };
}

function pathOf(line: readonly number[], least: number, height: number): string {
  const step = WIDTH / (line.length - 1);
  let isDrawing = false;
  return line
    .map((value, i) => {
      if (!Number.isFinite(value)) {
        isDrawing = false;
        return "";
      }
      const y = HEIGHT - 2 - ((HEIGHT - 4) * (value - least)) / height;
      const command = isDrawing ? "L" : "M";
      isDrawing = true;
      return `${command}${Math.round(i * step)} ${Math.round(y)}`;
    })
    .join("");
}

const open = (label: string): string =>
  `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${2 * WIDTH}" role="img" aria-label="${label}" fill="none" stroke="currentColor">`;

/** Lines over one frame, the first one fainter when it is the price behind the others. */
export function plotLines(
  label: string,
  lines: readonly (readonly number[])[],
  behind?: readonly number[],
): string {
  const { least, height } = frameOf(behind === undefined ? lines : [...lines, behind]);
  const price =
    behind === undefined ? "" : `<path opacity=".4" d="${pathOf(behind, least, height)}"/>`;
  const paths = lines.map((line, k) => {
    const dash = DASHES[k % DASHES.length]!;
    const style = dash === "" ? "" : ` stroke-dasharray="${dash}"`;
    return `<path${style} d="${pathOf(line, least, height)}"/>`;
  });
  return `${open(label)}${price}${paths.join("")}</svg>`;
}

/** Candles, rising ones hollow and falling ones filled. */
export function plotCandles(
  label: string,
  candles: readonly (readonly [open: number, high: number, low: number, close: number])[],
): string {
  const { least, height } = frameOf(candles);
  const y = (price: number): number =>
    Math.round(10 * (HEIGHT - 2 - ((HEIGHT - 4) * (price - least)) / height)) / 10;
  const shapes = candles.map(([start, top, bottom, end], i) => {
    const x = 12 + 16 * i;
    const [upper, lower] = [y(Math.max(start, end)), y(Math.min(start, end))];
    const fill = end < start ? ` fill="currentColor"` : "";
    const body = Math.max(0.5, Math.round(10 * (lower - upper)) / 10);
    return `<path d="M${x} ${y(top)}V${upper}M${x} ${lower}V${y(bottom)}"/><rect x="${x - 4}" y="${upper}" width="8" height="${body}"${fill}/>`;
  });
  return `${open(label)}${shapes.join("")}</svg>`;
}
