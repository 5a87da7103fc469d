export { authCalls, userCalls } from "./calls.ts";
export { authService, usersService } from "./service.ts";
