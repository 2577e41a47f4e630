import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

// Lists every line marked `// inferred` in docs/inferred.md: what the specification leaves open and we decided.
function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : path.endsWith('.ts') ? [path] : []
  })
}

/** The page itself. */
export function inferredText() {
  const sections = files(join(root, 'contract/src')).flatMap((path) => {
    const all = readFileSync(path, 'utf8').split('\n')
    // A mark behind a comment, or on a line of its own, speaks of the line below.
    const lines = all.flatMap((line, i) => {
      if (!line.includes('// inferred')) return []
      const isAlone = /^\s*(?:.*\*\/)?\s*\/\/ inferred/.test(line)
      return [isAlone ? `${all[i + 1]} // inferred${line.replace(/.*\/\/ inferred/, '')}` : line]
    })
    if (lines.length === 0) return []
    const items = lines.map(
      (line) =>
        `- \`${line
          .replace(/\/\/ inferred.*/, '')
          .trim()
          .replace(/,$/, '')}\`${line.replace(/.*\/\/ inferred/, '')}`,
    )
    return [`## ${relative(root, path)}\n\n${items.join('\n')}`]
  })
  return `# What the specification leaves open\n\nDecided as the domain reference proposes; made by \`npm run inferred\` from the marked lines.\n\n${sections.join('\n\n')}\n`
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, 'docs/inferred.md'), inferredText())
