export * from "@bourse/indicators/wavelets";
