// Python in a worker of its own: a page stays quick while it works. Its name says which module of menace_kit.site answers.
//
// The page posts {id, call, args}, and hears {id, result}, {id, error, kind} for a mistake of the user's, {id, fatal} where
// nothing can go on, and before that {id, progress: {text, done, of}}, or {id, progress: item} of a generator. After
// {cancel: id} a generator ends with {id, cancelled: true}. At the start {boot: {text, done, of}},
// then {ready: true} or {failed: text}. The worker of the logbook has a folder of
// Python's in the browser's storage, too, and answers {request} by the port that comes with it, as storage.js has it.

import {loadPyodide} from "../runtime/pyodide.mjs";

const runtime = new URL("../runtime/", import.meta.url).href;
const part = self.name;
const storage = part === "companion" ? import("./storage.js") : null;
const PACKAGES = "/lib/python3.14/site-packages";

// What Python does for every call: the function of this name in the part's module. One that can tell how far it is has a
// parameter `progress`, a function (text, done, of); what a generator yields is told as it comes, and other calls are
// answered in between. `tell` hands something over before the end, and returns whether nobody wants more.
const PRELUDE = `
import inspect, sys, types
from asyncio import sleep
from importlib import import_module

pil = sys.modules["PIL"] = types.ModuleType("PIL")  # imported for pixels, and nothing here draws any
for each in ("Image", "ImageDraw", "ImageFont"):
    module = sys.modules["PIL." + each] = types.ModuleType("PIL." + each)
    setattr(pil, each, module)

from js import Object
from pyodide.ffi import to_js
from menace_kit.errors import MenaceKitError
part = import_module("menace_kit.site." + name)

def handed(value):
    return to_js(value, dict_converter=Object.fromEntries)

async def answer(call, args, tell):
    function = getattr(part, call)
    given = [bytes(each) if isinstance(each, memoryview) else each for each in args.to_py()]
    def progress(text, done, of):
        tell(handed({"text": text, "done": done, "of": of}))
    told = {"progress": progress} if "progress" in inspect.signature(function).parameters else {}
    try:
        result = function(*given, **told)
        if inspect.isgenerator(result):
            for item in result:
                if tell(handed(item)):
                    return handed({"cancelled": True})
                await sleep(0)
            result = None
        elif inspect.isawaitable(result):
            result = await result
    except MenaceKitError as error:
        return handed({"error": str(error), "kind": type(error).__name__})
    return handed({"result": result})
`;

const STEPS = ["runtime", "packages", "program", "start"];

function step(text) {
  postMessage({boot: {text, done: STEPS.indexOf(text), of: STEPS.length}});
}

async function fetched(name) {
  const response = await fetch(new URL(name, runtime));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

// The companion has libraries and rooms of its own, for which no other page waits.
const namesOf = (text) => [`${text}.zip`, ...(part === "companion" ? [`companion-${text}.zip`] : [])];

async function boot() {
  step("runtime");
  const archives = ["packages", "program"].map((text) => [text, namesOf(text).map(fetched)]); // while the runtime starts
  const python = await loadPyodide({indexURL: runtime});
  for (const [text, contents] of archives) {
    step(text);
    for (const content of contents) python.unpackArchive(await content, "zip", {extractDir: PACKAGES});
  }
  step("start");
  await (await storage)?.mount(python);
  const scope = python.toPy({name: part});
  python.runPython(PRELUDE, {globals: scope});
  return {python, answer: scope.get("answer")};
}

// Contents of files are handed over, not copied.
function buffersIn(value) {
  if (value instanceof Uint8Array) return [value.buffer];
  return value && typeof value === "object" ? Object.values(value).flatMap(buffersIn) : [];
}

const unwanted = new Set(); // the ids of calls of which nobody wants more

async function answered({answer}, {id, call, args}) {
  const tell = (progress) => {
    postMessage({id, progress}, buffersIn(progress));
    return unwanted.has(id);
  };
  try {
    const told = await answer(call, args ?? [], tell);
    postMessage({id, ...told}, buffersIn(told));
  } finally {
    unwanted.delete(id);
  }
}

const booted = boot();
booted.then(
  () => postMessage({ready: true}),
  (error) => postMessage({failed: String(error.message || error)}),
);

self.addEventListener("message", async ({data, ports}) => {
  if (data.request) (await storage).answer((await booted).python, data.request, ports[0]);
  if (data.cancel !== undefined) unwanted.add(data.cancel);
  if (data.call === undefined) return;
  try {
    await answered(await booted, data);
  } catch (error) {
    // Not a mistake of the user's: ours, or there is no memory left.
    console.error(error);
    postMessage({id: data.id, fatal: String(error.message || error)});
  }
});
