export { createBybitProvider, type BybitOptions } from "./bybit-provider.ts";
