export { indicatorCatalogue, type CatalogueIndicator } from "./catalogue.ts";
export type { IndicatorAbout, IndicatorFamily } from "../flow/indicator.ts";
export type { IndicatorParameter } from "../parameters.ts";
