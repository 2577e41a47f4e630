import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Text of every source file whose name ends so, by path below `web/src`. */
export function sourcesEnding(...endings: string[]): Map<string, string> {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  const wanted = paths.filter((path) => endings.some((ending) => path.endsWith(ending)))
  return new Map(wanted.map((path) => [path, readFileSync(join(SOURCE, path), 'utf8')]))
}
