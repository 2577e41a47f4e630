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

const sections = files(join(root, 'contract/src')).flatMap((path) => {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('// inferred'))
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
writeFileSync(
  join(root, 'docs/inferred.md'),
  `# What the specification leaves open\n\nDecided as the domain reference proposes; made by \`npm run inferred\` from the marked lines.\n\n${sections.join('\n\n')}\n`,
)
