// The companion's part of the worker: a folder of Python's in the browser's own storage, and answers by a port.
//
// The folder is small: a file for each name in NAMES, opened once, for opening takes a promise and Python waits for none.
// An empty file is one that is not there. What is written goes straight to the browser's file, in the order in which
// SQLite wrote it, and `fsync` is its flush: nothing is kept here. So a step is in storage when SQLite has confirmed it, and
// what a killed tab left undone is cleared away by SQLite's own rollback journal, as on a disk.

export const FOLDER = "logbook";
export const NAMES = ["logbook.sqlite", "logbook.sqlite-journal", "kit-a.json", "kit-b.json", "handed-over"];
const SITE = new URL("..", import.meta.url).pathname.replaceAll("/", "~"); // another site of the same host has its own logbook
const TRIES = 50; // a tab that was killed just now gives its files back a moment after its lock

const DIRECTORY = 0o040777;
const FILE = 0o100666;
const NOT_PERMITTED = 63; // the numbers of errors as Emscripten has them (wasi)
const NOT_THERE = 44;
const NO_SPACE = 51;
const INPUT_OUTPUT = 29;
const INVALID = 28;

// Open the files in the browser's storage, and show them to Python as /logbook. Throws where another tab has them open, or
// where there is no such storage.
export async function mount(python) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER + SITE, {create: true});
  const handles = new Map();
  for (const name of NAMES) {
    const file = await folder.getFileHandle(name, {create: true});
    handles.set(name, await opened(file));
  }
  python.FS.mkdirTree(`/${FOLDER}`);
  python.FS.mount(fileSystem(python.FS, handles), {}, `/${FOLDER}`);
}

async function opened(file) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === TRIES) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

// Return a file system of Emscripten's over open handles: name -> FileSystemSyncAccessHandle.
export function fileSystem(FS, handles) {
  const times = new Map();
  const failed = (number) => new FS.ErrnoError(number);
  const isThere = (name) => handles.has(name) && handles.get(name).getSize() > 0;

  // What the browser says of a full disk is to reach SQLite as what it is; everything else is a disk that fails.
  function tried(work) {
    try {
      return work();
    } catch (error) {
      throw failed(error.name === "QuotaExceededError" ? NO_SPACE : INPUT_OUTPUT);
    }
  }

  function made(parent, name, mode) {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodes;
    node.stream_ops = streams;
    return node;
  }

  const handleOf = (node) => handles.get(node.name);

  const nodes = {
    getattr(node) {
      const isFile = FS.isFile(node.mode);
      const size = isFile ? handleOf(node).getSize() : 4096;
      const time = new Date(times.get(node.name) ?? 0);
      return {
        dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
        atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 4096),
      };
    },
    setattr(node, attributes) {
      if (attributes.size === undefined) return; // whose it is, and when it was changed, nobody keeps
      tried(() => handleOf(node).truncate(attributes.size));
      times.set(node.name, Date.now());
    },
    lookup(parent, name) {
      if (!isThere(name)) throw failed(NOT_THERE);
      return made(parent, name, FILE);
    },
    mknod(parent, name, mode) {
      if (!handles.has(name) || !FS.isFile(mode)) throw failed(NOT_PERMITTED);
      return made(parent, name, FILE);
    },
    unlink(parent, name) {
      tried(() => {
        handles.get(name).truncate(0);
        handles.get(name).flush();
      });
    },
    readdir() {
      return [".", "..", ...[...handles.keys()].filter(isThere)];
    },
    rename() {
      throw failed(NOT_PERMITTED);
    },
    rmdir() {
      throw failed(NOT_PERMITTED);
    },
    symlink() {
      throw failed(NOT_PERMITTED);
    },
  };

  const streams = {
    read(stream, buffer, offset, length, position) {
      return tried(() => handleOf(stream.node).read(buffer.subarray(offset, offset + length), {at: position}));
    },
    write(stream, buffer, offset, length, position) {
      times.set(stream.node.name, Date.now());
      const written = tried(() => handleOf(stream.node).write(buffer.subarray(offset, offset + length), {at: position}));
      if (length && !written) throw failed(NO_SPACE);
      return written;
    },
    fsync(stream) {
      if (FS.isFile(stream.node.mode)) tried(() => handleOf(stream.node).flush());
      return 0;
    },
    llseek(stream, offset, whence) {
      const from = whence === 1 ? stream.position : whence === 2 ? handleOf(stream.node).getSize() : 0;
      if (from + offset < 0) throw failed(INVALID);
      return from + offset;
    },
  };

  return {mount: () => made(null, "/", DIRECTORY)};
}

// Answers. Whoever asks has the other end of the port: he is told {status, headers}, then {chunk} as often as he says
// {next: true}, and {end: true}; or {failed: text}. {cancel: true} of his ends it, and so does his silence.

const PATIENCE = 60_000; // milliseconds until somebody who does not ask for the next chunk is taken to be gone

// Let Python's companion answer a request, {method, path, query, headers, body}, by a port.
export async function answer(python, request, port) {
  const companion = python.pyimport("menace_kit.site.companion");
  let wanted = 0; // chunks that were asked for and not yet sent
  let wake = null; // ends the waiting for a chunk to be wanted
  let task = null;
  let isOver = false;

  port.onmessage = ({data}) => {
    if (data.next) wanted += 1;
    if (data.cancel) isOver = true; // the task ends with its next chunk; events come every few seconds
    wake?.(!isOver);
  };

  const head = (status, headers) => port.postMessage({status, headers: headers.toJs()});

  // Send a chunk as soon as it is wanted; false where nobody will want it any more.
  async function send(chunk) {
    const content = chunk.toJs(); // a copy, for Python goes on with its own
    if (!wanted && !isOver) {
      let timer;
      isOver = !(await new Promise((resolve) => {
        wake = resolve;
        timer = setTimeout(() => resolve(false), PATIENCE);
      }));
      wake = null;
      clearTimeout(timer);
    }
    if (isOver) return false;
    wanted -= 1;
    port.postMessage({chunk: content}, [content.buffer]);
    return true;
  }

  const asked = python.toPy(request);
  try {
    task = companion.answer(asked, head, send);
    await task;
    port.postMessage({end: true});
  } catch (error) {
    if (!isOver) port.postMessage({failed: String(error.message || error).trim().split("\n").at(-1)});
  } finally {
    port.onmessage = null; // what was sent meanwhile is for a task that is no more
    port.close();
    asked.destroy();
    task?.destroy();
    companion.destroy();
  }
}
