export * from "@bourse/indicators/catalogue";
