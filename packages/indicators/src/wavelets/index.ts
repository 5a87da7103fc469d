export { dwt, idwt, type DwtCoefficients } from "./dwt.ts";
export { EXTENSION_MODES, type ExtensionMode } from "./extension-mode.ts";
export { maxLevel, wavedec, waverec } from "./wavedec.ts";
export {
  waveletFilters,
  WAVELETS,
  type WaveletFilters,
  type WaveletName,
} from "./wavelet-filters.ts";
export { coefficientCount, createDwtPlan, type DwtPlan } from "./dwt-plan.ts";
