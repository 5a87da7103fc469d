import fc from "fast-check";
import { expect, test } from "vitest";

import { Fifo } from "../../src/bus/fifo.ts";

test("a fifo gives back what an array would, in any order of pushes, shifts and clears", () => {
  const steps = fc.constantFrom("push", "push", "shift", "shift", "clear" as const);
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 300, size: "max" }), (sequence) => {
      const fifo = new Fifo<number>();
      const model: number[] = [];
      for (const [value, step] of sequence.entries()) {
        if (step === "push") {
          fifo.push(value);
          model.push(value);
        } else if (step === "shift") {
          expect(fifo.shift()).toBe(model.shift());
        } else if (value % 20 === 0) {
          fifo.clear();
          model.length = 0;
        }
        expect(fifo.length).toBe(model.length);
      }
    }),
  );
});
