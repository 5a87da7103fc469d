// Numbers that loops keep in a register. They are variables of the module, for V8 would make a constant anew in each
// row.

export let HALF: f64 = 0.5;
export let QUARTER: f64 = 0.25;
export let FIFTH: f64 = 0.2;
export let ONE: f64 = 1;
export let FIVE: f64 = 5;
export let MINUS_ZERO: f64 = -0.0;
/** Sizes within which TA-Lib takes a number for 0. */
export let TINY: f64 = 1e-14;
