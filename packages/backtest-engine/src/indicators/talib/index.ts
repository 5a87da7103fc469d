export * from "@bourse/indicators/talib";
