import { defineConfig } from "vite";

const passedTo = (target) => ({ target, rewrite: (path) => path.replace(/^\/\w+/, "") });

// The page and both services have one origin, as behind a proxy.
const proxy = {
  "/auth": passedTo(process.env.AUTH_URL ?? "http://127.0.0.1:3000"),
  "/curation": passedTo(process.env.CURATION_URL ?? "http://127.0.0.1:3001"),
};

export default defineConfig({ server: { proxy }, preview: { proxy } });
