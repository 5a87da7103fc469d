import fc from "fast-check";
import { expect, test } from "vitest";

import { createView } from "../page/chart/view.ts";

test("no way of moving and zooming leaves the run or shows fewer than ten candles", () => {
  const step = fc.oneof(
    fc.record({ zoom: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
    fc.record({ move: fc.double({ min: -5, max: 5, noNaN: true }) }),
    fc.record({ show: fc.tuple(fc.integer({ min: -500, max: 2000 }), fc.nat(3000)) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let told = { min: 0, max: 1000 };
      const view = createView(told, 1, (span) => (told = span));
      for (const one of steps) {
        if ("zoom" in one) view.zoom(one.zoom, 0.3);
        else if ("move" in one) view.move(one.move);
        else view.show({ min: one.show[0], max: one.show[0] + one.show[1] });
        expect(told).toEqual(view.span());
        expect(told.min).toBeGreaterThanOrEqual(0);
        expect(told.max).toBeLessThanOrEqual(1000 + 1e-9);
        expect(told.max - told.min).toBeGreaterThan(10 - 1e-9);
      }
      view.reset();
      expect(view.span()).toEqual({ min: 0, max: 1000 });
    }),
  );
});
