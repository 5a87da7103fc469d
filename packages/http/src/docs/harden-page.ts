/** Security headers of the docs page, by helmet: a page may load scripts and styles, but only ours. */

import type { IncomingMessage, ServerResponse } from "node:http";

import helmet from "helmet";

const apply = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      // Swagger UI's style sheet draws its arrows from data URLs.
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'"],
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
      "frame-ancestors": ["'none'"],
    },
  },
  referrerPolicy: { policy: "no-referrer" },
  // Whoever ends TLS in front of this server decides on HSTS.
  strictTransportSecurity: false,
});

/** Sets the headers on `response`. */
export function hardenPage(request: IncomingMessage, response: ServerResponse): void {
  apply(request, response, () => {});
}
