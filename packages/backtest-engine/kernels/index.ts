export * from "./arithmetic";
export * from "./chains";
export * from "./extremes";
export * from "./numbers";
export * from "./relations";
export * from "./windows";
