// @ts-check
// Starts Python in a worker, with the modules of this build.

import { loadPyodide } from "./core/pyodide.mjs";

const HOME = "/dicehall";
const BLOCK = 512; // of a tar file

/**
 * Starts Python.
 * @param {string[]} packs
 * @param {(step: string) => void} [report] gets the name of each step when it begins
 */
export async function startPython(packs, report = () => {}) {
  const here = new URL(".", import.meta.url).href;
  const fetching = Promise.all(packs.map(fetchPack));
  report("python");
  const python = await loadPyodide({
    indexURL: `${here}core/`,
    stdLibURL: `${here}core/python_stdlib.zip`,
    env: { HOME, PYTHONDONTWRITEBYTECODE: "1" },
    stdout: (line) => console.log(line),
    stderr: (line) => console.warn(line),
  });
  for (const pack of await fetching) unpack(python.FS, pack);
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  report("modules");
  return python;
}

const fetchPack = async (name) =>
  new Uint8Array(await (await fetch(new URL(name, import.meta.url))).arrayBuffer());

/** Adds a pack to a running Python. */
export const addPack = async (python, name) => unpack(python.FS, await fetchPack(name));

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
