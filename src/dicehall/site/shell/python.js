// @ts-check
// Starts Python in a worker, with the modules of this build.

import { loadPyodide } from "./core/pyodide.mjs";

const HOME = "/dicehall";
const BLOCK = 512; // of a tar file

const LATER = new URL("later.tar", import.meta.url);

/**
 * Starts Python.
 * @param {(step: string) => void} [report] gets the name of each step when it begins
 */
export async function startPython(report = () => {}) {
  const here = new URL(".", import.meta.url).href;
  const fetching = fetchPack(new URL("app.tar", import.meta.url));
  report("python");
  const python = await loadPyodide({
    indexURL: `${here}core/`,
    stdLibURL: `${here}core/python_stdlib.zip`,
    env: { HOME, PYTHONDONTWRITEBYTECODE: "1" },
    stdout: (line) => console.log(line),
    stderr: (line) => console.warn(line),
  });
  unpack(python.FS, await fetching);
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  const names = python.FS.readFile(`${HOME}/late.txt`, { encoding: "utf8" });
  python.pyimport("dicehall.site.inside.later").install(HOME, names, () => addNow(python));
  report("modules");
  return python;
}

const fetchPack = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());

const complete = new WeakSet(); // running Pythons

/** Adds the modules and tables that a start does not need. */
export async function addLater(python) {
  const pack = await fetchPack(LATER);
  if (!complete.has(python)) unpack(python.FS, pack);
  complete.add(python);
}

// The same, when a module of it is imported before: an import cannot wait for a promise.
function addNow(python) {
  if (complete.has(python)) return;
  const request = new XMLHttpRequest();
  request.open("GET", LATER, false);
  request.responseType = "arraybuffer";
  request.send();
  unpack(python.FS, new Uint8Array(request.response));
  complete.add(python);
}

// Writes the files of a tar archive (plain files with short names) below HOME.
function unpack(fs, archive) {
  const text = (from, length) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).split("\0")[0];
  const folders = new Set();
  for (let at = 0; archive[at]; ) {
    const prefix = text(at + 345, 155);
    const path = `${HOME}/${prefix && `${prefix}/`}${text(at, 100)}`;
    const size = Number.parseInt(text(at + 124, 12), 8);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) fs.mkdirTree(folder);
    folders.add(folder);
    fs.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size), { canOwn: false });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
