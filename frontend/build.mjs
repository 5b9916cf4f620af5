// Builds the one file that the workspace's pages load, or the tests of the pure core.
import { build } from "esbuild";
import { readdir } from "node:fs/promises";

const common = { bundle: true, format: "esm", charset: "utf8", logLevel: "warning", absWorkingDir: import.meta.dirname };

if (process.argv.includes("--tests")) {
  const tests = (await readdir(new URL("tests", import.meta.url))).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => `tests/${name}`),
    outdir: "build/tests",
    platform: "node",
    outExtension: { ".js": ".mjs" },
  });
} else {
  const at = process.argv.indexOf("--out");
  await build({
    ...common,
    entryPoints: ["src/main.ts"],
    outfile: at < 0 ? "../src/maskerad/web/workspace/static/workspace.js" : process.argv[at + 1],
    target: "es2022",
    format: "iife",
  });
}
