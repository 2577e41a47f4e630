import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, build } from 'esbuild'

const SERVER = fileURLToPath(new URL('..', import.meta.url))
const CONTRACT = fileURLToPath(new URL('../../contract/src', import.meta.url))
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

const made = new Map<string, Promise<string>>()

/**
 * A program of the sources as one file, made once: read one by one through tsx, its thousand sources take three seconds of
 * processor at every start, and tests start hundreds of programs. Packages are left outside, so that all parts share them.
 */
export function bundle(entry: URL): Promise<string> {
  const source = fileURLToPath(entry)
  const known = made.get(source) ?? makeBundle(source)
  made.set(source, known)
  return known
}

/** Named by what is in it: who started an older one may read on. */
async function makeBundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // There is less to read at every start; names stay.
    minifyWhitespace: true,
    alias: { '@xueheng/contract': CONTRACT },
    plugins: [PLACES],
    logLevel: 'error',
  })
  const text = outputFiles[0]?.text ?? ''
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const path = join(FOLDER, `${basename(source, '.ts')}-${hash}.mjs`)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${path}.${process.pid}`, text)
  await rename(`${path}.${process.pid}`, path)
  return path
}
