import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const OWN_FACE = 'Noto Sans SC'
const WEIGHTS = ['400Regular', '700Bold']

/** Families for text and for heads, the first that has a letter counts, and the folders they are in. */
export interface Faces {
  folders: string[]
  body: string[]
  head: string[]
}

/**
 * The typefaces of documents. A house puts its own into `folder` and names their families in `faces.json` there:
 * `{ "body": "FangSong", "head": "FZXiaoBiaoSong-B05S" }`; either may be left out.
 */
export function findFaces(folder: string): Faces {
  const home = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
  const named = join(folder, 'faces.json')
  const { body, head } = existsSync(named) ? readNames(named) : {}
  return {
    folders: [...WEIGHTS.map((weight) => join(home, weight)), ...(existsSync(folder) ? [folder] : [])],
    body: [...textOf(body), OWN_FACE],
    head: [...textOf(head), OWN_FACE],
  }
}

function readNames(path: string): Record<string, unknown> {
  const names: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return typeof names === 'object' && names !== null ? { ...names } : {}
}

function textOf(name: unknown): string[] {
  return typeof name === 'string' && name !== '' ? [name] : []
}
