// determinism.mjs: runs determinism.wasm on maze files of the project:
// node determinism.mjs DETERMINISM.wasm MAZE...
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [program, ...mazes] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["determinism", ...mazes], preopens: { ".": root } });
const module = await WebAssembly.compile(readFileSync(program));
const imports = { wasi_snapshot_preview1: wasi.wasiImport }; // getImportObject came with Node.js 20
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
