/** Refusals before a route runs, with the same words as the server's transport. */

import { Problem } from "../problem.ts";

export function notFound(): Problem {
  return new Problem({ code: "NOT_FOUND", status: 404, message: "there is no such path" });
}

/** `allow`: the methods that the path has, as the header spells them. */
export function methodNotAllowed(allow: string): Problem {
  const message = "this path does not have that method";
  return new Problem({ code: "METHOD_NOT_ALLOWED", status: 405, message, headers: { allow } });
}

export function pathMalformed(): Problem {
  const message = "the path holds a broken percent-encoding";
  return new Problem({ code: "PATH_MALFORMED", status: 400, message });
}

export function bodyTooLarge(): Problem {
  const message = "the request body is larger than this route accepts";
  return new Problem({ code: "BODY_TOO_LARGE", status: 413, message });
}
