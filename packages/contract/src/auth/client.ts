export { authCalls } from "./calls.ts";
export { authService } from "./service.ts";
