// Runs under Node: node prepare.mjs CORE EXTENSION PACKAGES SOURCE OUT ROOT. Uses the application
// under Pyodide, and writes the packs and the fixed pages into the folder OUT.

import { pathToFileURL } from "node:url";

const [core, extension, packages, source, out, root] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${core}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${core}/`, env: { PYTHONDONTWRITEBYTECODE: "1" } });

const folders = { core, extension, packages, source, out };
for (const [name, folder] of Object.entries(folders)) {
  python.FS.mkdirTree(`/mnt/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/mnt/${name}`);
}
python.globals.set("root", root);
try {
  await python.runPythonAsync(`
import sys
from pathlib import Path

MOUNTED = Path("/mnt")
sys.path[1:1] = [str(MOUNTED / name) for name in ("extension", "source")]
sys.path.append(str(MOUNTED / "packages"))

class Recorder:
    """Sees every module that anything tries to import."""
    tried = set(sys.modules)

    def find_spec(self, name, path=None, target=None):
        self.tried.add(name)

sys.meta_path.insert(0, Recorder())
for absent in ("attr", "numpy", "pydantic", "pygments"):  # not in the browser, even if found here
    sys.modules[absent] = None
import dicehall.site.inside.later  # the shell uses it
from dicehall.site.build import rehearsal

out = MOUNTED / "out"
first = set()
await rehearsal.rehearse(out / "pages", root, lambda: first.update(Recorder.tried))
from dicehall.site.build import packing

libraries = MOUNTED / "core" / "python_stdlib.zip"
with packing.packs(out, first) as packs:
    packing.pack_libraries(packs, libraries, [MOUNTED / "packages"], Recorder.tried)
    packing.pack_application(packs, MOUNTED / "source/dicehall", MOUNTED / "extension/msgspec")
`);
  process.exit(0);
} catch (error) {
  console.error(String(error.message).slice(-6000));
  process.exit(1);
}
