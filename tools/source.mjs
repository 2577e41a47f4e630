import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './install.mjs'

/** Paths below a folder of the repository whose names pass, with forward slashes, in one order everywhere. */
export function filesBelow(folder, pattern, base = root) {
  if (!existsSync(join(base, folder))) return []
  return readdirSync(join(base, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => pattern.test(path) && !path.includes('/node_modules/'))
    .toSorted()
}

const SOURCE = /\.tsx?$/
/** Tests and what only tests import. */
const TEST = /\.test\.tsx?$|\/_[^/]*$/

/** Sources of the product, without tests and their helpers. */
export function sourcesBelow(folder, base = root) {
  return filesBelow(folder, SOURCE, base).filter((path) => !TEST.test(path))
}

export function testsBelow(folder, base = root) {
  return filesBelow(folder, SOURCE, base).filter((path) => TEST.test(path))
}

export function readText(path, base = root) {
  return readFileSync(join(base, path), 'utf8')
}

const parsed = new Map()

/** The text of a source and its syntax tree (ESTree with types and JSX); offsets are those of the text. */
export function readSource(path, base = root) {
  const key = join(base, path)
  const known = parsed.get(key)
  if (known) return known
  const text = readText(path, base)
  const source = { path, text, ...parseText(path, text) }
  parsed.set(key, source)
  return source
}

/** `errors` is empty where the text is a program. */
export function parseText(path, text) {
  const { program, comments, errors } = parseSync(path, text)
  return { program, comments, errors }
}

/** Visits every node of a tree, parents first. `visit(node, parents)` answers false where it has seen enough. */
export function walk(node, visit, parents = []) {
  if (visit(node, parents) === false) return
  const below = [...parents, node]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child.type === 'string') walk(child, visit, below)
    }
  }
}

/** The line an offset stands on, from 1. */
export function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length
}

const CONTRACT = '@xueheng/contract'

/** Where a source of the product imports from: paths of other sources, types counted. */
export function importsOf(path, base = root) {
  const { program } = readSource(path, base)
  const found = []
  walk(program, ({ type, source }) => {
    if (/^(Import|Export(Named|All))Declaration$|^ImportExpression$|^TSImportType$/.test(type) && source?.value) {
      found.push(source.value)
    }
  })
  return [...new Set(found.flatMap((name) => resolved(path, name, base)))]
}

function resolved(path, name, base) {
  if (name === CONTRACT) return ['contract/src/index.ts']
  const target = name.startsWith('.')
    ? join(dirname(path), name)
    : name.startsWith(`${CONTRACT}/`)
      ? join('contract/src', name.slice(CONTRACT.length))
      : ''
  return SOURCE.test(target) && existsSync(join(base, target)) ? [target.replaceAll('\\', '/')] : []
}
