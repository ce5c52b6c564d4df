// Compiles the Python in zip files, with the Python that will run it: node compile.mjs RUNTIME FROM TO [FROM TO ...].
//
// What a browser would have to compile at every start, it finds compiled. Sources stay out, so that nothing is there
// twice; what is compiled is not compared with any (PEP 552: unchecked), and so the same from the same source. A module
// that looks at its own text stays text: what is printed carries a mark of how it was drawn.

import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [runtime, ...files] = process.argv.slice(2).map((name) => path.resolve(name) + path.sep);
const {loadPyodide} = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")));
// Lines are enough to find a mistake; without columns a third is saved.
const python = await loadPyodide({indexURL: runtime, env: {PYTHONNODEBUGRANGES: "1"}});
python.runPython(`
import io, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def compiled(content, place):
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content.to_bytes())) as before:
        with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after:
            for name in sorted(before.namelist()):
                source = before.read(name)
                if name.endswith(".py") and b"Path(__file__).read_bytes()" not in source:
                    code = compile(source, place + name, "exec", dont_inherit=True)
                    name, source = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), False))
                if not name.endswith("/"):
                    after.writestr(zipfile.ZipInfo(name), source, zipfile.ZIP_DEFLATED)
    return found.getvalue()
`);
const compiled = python.globals.get("compiled");
for (let place = 0; place < files.length; place += 2) {
  const [from, to] = files.slice(place, place + 2).map((name) => name.slice(0, -1));
  const inside = from.endsWith("python_stdlib.zip") ? "/lib/python314.zip/" : "/lib/python3.14/site-packages/";
  fs.writeFileSync(to, compiled(new Uint8Array(fs.readFileSync(from)), inside).toJs());
}
