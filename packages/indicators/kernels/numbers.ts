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

// The same for elementary.ts; `src/indicators/steps/elementary.ts` explains them.
export let TWO: f64 = 2;
export let INFINITE: f64 = Infinity;
export let LEAST_NORMAL: f64 = 2.2250738585072014e-308;
export let SPLIT: f64 = 134217729;
export let LN_2: f64 = 0.6931471805598903;
export let LN_2_REST: f64 = 5.497923018708371e-14;
export let LOG_2: f64 = 0.30102999566395283;
export let LOG_2_REST: f64 = 2.8363394551044964e-14;
export let LOG_E: f64 = 0.4342944771051407;
export let LOG_E_REST: f64 = 4.798111141615973e-9;
export let SERIES_0: f64 = 0.666666666666667;
export let SERIES_1: f64 = 0.3999999999989945;
export let SERIES_2: f64 = 0.28571428626001427;
export let SERIES_3: f64 = 0.22222211130560726;
export let SERIES_4: f64 = 0.18182889433757515;
export let SERIES_5: f64 = 0.15331711346672997;
export let SERIES_6: f64 = 0.14616576421644387;
/** Bits of the root of a half without its low word, and what is missing from them to those of 1. */
export let ROOT: i64 = 0x3fe6_a09e_0000_0000;
export let TO_ONE: i64 = 0x0009_5f62_0000_0000;
export let MANTISSA: i64 = 0x000f_ffff_ffff_ffff;
/** The bits of 2^52, whose last ones count from there; and that number with the bias of exponents. */
export let COUNT: i64 = 0x4330_0000_0000_0000;
export let COUNTED: f64 = 4503599627371519;
export let FARTHEST: f64 = 524288;
export let TURNS: f64 = 0.6366197723675814;
export let ROUNDER: f64 = 6755399441055744;
export let HALF_PI: f64 = 1.5707963267341256;
export let HALF_PI_MORE: f64 = 6.077100506303966e-11;
export let HALF_PI_REST: f64 = 2.0222662487959506e-21;
export let SINE_0: f64 = -0.16666666666666666;
export let SINE_1: f64 = 0.008333333333333331;
export let SINE_2: f64 = -0.00019841269841265063;
export let SINE_3: f64 = 2.7557319219337312e-6;
export let SINE_4: f64 = -2.5052106231802837e-8;
export let SINE_5: f64 = 1.6058531516797758e-10;
export let SINE_6: f64 = -7.586691094197958e-13;
export let COSINE_0: f64 = 0.041666666666666664;
export let COSINE_1: f64 = -0.0013888888888887398;
export let COSINE_2: f64 = 2.480158729876456e-5;
export let COSINE_3: f64 = -2.7557317271145144e-7;
export let COSINE_4: f64 = 2.087614614655861e-9;
export let COSINE_5: f64 = -1.1382623647474604e-11;
