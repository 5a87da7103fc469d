export * from "@bourse/indicators/patterns";
