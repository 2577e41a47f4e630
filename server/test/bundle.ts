import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, build } from 'esbuild'

const SERVER = fileURLToPath(new URL('..', import.meta.url))
const CONTRACT = fileURLToPath(new URL('../../contract/src', import.meta.url))
/** What a program is made of, besides packages; which those are stands in the last. */
const SOURCES = [join(SERVER, 'src'), join(SERVER, 'test'), CONTRACT, join(SERVER, '..', 'package-lock.json')]
/** Below the server, so that packages are found; kept by no one. */
const FOLDER = join(SERVER, 'node_modules', '.cache', 'programs')

/** Whatever lies beside a source (`.sql`, `.typ`, migrations) is looked for where the source lies. */
const PLACES: Plugin = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      return { contents, loader: 'ts' }
    }),
}

/**
 * Read from their folders: those that are no JavaScript or look for files of their own, and those that `die-at.ts`, a file by
 * itself, shares with the program it is loaded into.
 */
const OUTSIDE = [
  '@duckdb/node-api',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@opentelemetry/*',
  'pg',
  'pg-native',
  'unpdf',
]

/** What is read when it is wanted is read by the file that starts the program: of a script that was kept, V8 does not know where it lies. */
const IMPORT = '__importFromStart'

/** Runs the program beside it. What V8 made of it until it waited for something is kept by the first and read by the others. */
const START = `
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')
const file = __filename.replace(/cjs$/, 'js')
const kept = file + '.cache'
const script = new Script('(function(require,module,exports,${IMPORT}){' + readFileSync(file, 'utf8') + '\\n})', {
  filename: file,
  cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
})
script.runInThisContext()(require, module, exports, (name) => import(name))
if (script.cachedDataRejected !== false)
  setImmediate(() => {
    writeFileSync(kept + process.pid, script.createCachedData())
    renameSync(kept + process.pid, kept)
  })
`

const made = new Map<string, Promise<string>>()

/**
 * A program of the sources and its packages as one file, made once: read one by one through tsx, its thousand sources take
 * three seconds of processor at every start, those of the packages another second, and tests start hundreds of programs.
 */
export function bundle(entry: URL): Promise<string> {
  const source = fileURLToPath(entry)
  const known = made.get(source) ?? makeBundle(source)
  made.set(source, known)
  return known
}

/** What another process has made of the same sources is taken. */
async function makeBundle(source: string): Promise<string> {
  const note = join(FOLDER, `${basename(source, '.ts')}-${process.version}-${await lastChange()}.path`)
  const known = await readFile(note, 'utf8').catch(() => '')
  if (existsSync(known)) return known
  const path = await compile(source)
  await place(note, path)
  return path
}

/** When the sources changed last; a folder changes with the names in it. */
async function lastChange(): Promise<number> {
  const lists = await Promise.all(
    SOURCES.map(async (path) => {
      const inside = path.endsWith('.json') ? [] : await readdir(path, { recursive: true })
      return [path, ...inside.map((name) => join(path, name))]
    }),
  )
  return lists.flat().reduce((last, path) => Math.max(last, statSync(path).mtimeMs), 0)
}

/** Named by what is in it: who started an older one may read on. */
async function compile(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: OUTSIDE,
    // There is less to read at every start; names stay.
    charset: 'utf8',
    minifyWhitespace: true,
    alias: { '@xueheng/contract': CONTRACT },
    plugins: [PLACES],
    logLevel: 'error',
  })
  const text = (outputFiles[0]?.text ?? '').replaceAll(/(?<![.\w$])import\((?=["'`])/g, `${IMPORT}(`)
  const hash = createHash('sha256').update(process.version).update(START).update(text).digest('hex').slice(0, 16)
  const path = join(FOLDER, `${basename(source, '.ts')}-${hash}`)
  await mkdir(FOLDER, { recursive: true })
  await clear()
  await place(`${path}.js`, text)
  await place(`${path}.cjs`, START)
  return `${path}.cjs`
}

const DAY_MS = 86_400_000

/** What no run has made for a day goes: each change of the sources leaves 17 MB. */
async function clear(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { force: true })
  }
}

/** At once: nobody finds half of it. */
async function place(path: string, text: string): Promise<void> {
  await writeFile(`${path}.${process.pid}`, text)
  await rename(`${path}.${process.pid}`, path)
}
