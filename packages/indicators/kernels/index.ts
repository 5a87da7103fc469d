export * from "./arithmetic";
export * from "./candidates";
export * from "./chains";
export * from "./elementary";
export * from "./extremes";
export * from "./numbers";
export * from "./relations";
export * from "./windows";
