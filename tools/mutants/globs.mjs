import { posix } from 'node:path'
import { readSource, walk } from '../source.mjs'

/** Files that a source takes by `import.meta.glob`, of those there are. */
export function globbedBy(path, files, base) {
  const patterns = []
  walk(readSource(path, base).program, ({ type, callee, arguments: given }) => {
    const isGlob =
      type === 'CallExpression' && callee.object?.type === 'MetaProperty' && callee.property.name === 'glob'
    if (isGlob) patterns.push(...(given[0].elements ?? [given[0]]).map(({ value }) => value))
    return true
  })
  const tests = patterns.map((pattern) => ({
    isWanted: !pattern.startsWith('!'),
    regex: regexOf(posix.join(posix.dirname(path), pattern.replace('!', '')), pattern),
  }))
  const wanted = tests.filter(({ isWanted }) => isWanted)
  const unwanted = tests.filter(({ isWanted }) => !isWanted)
  return files.filter(
    (file) => wanted.some(({ regex }) => regex.test(file)) && !unwanted.some(({ regex }) => regex.test(file)),
  )
}

/** A pattern without a way before it holds anywhere. */
function regexOf(whole, pattern) {
  const glob = pattern.startsWith('!**') ? pattern.slice(1) : whole
  const source = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{([^}]*)\}/g, (_all, names) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${source}$`)
}
