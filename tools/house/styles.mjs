import { dirname, posix } from 'node:path'

const PAGE = /\.page\.tsx$/
/** Loaded with the frame around every page. */
const FRAME = /^web\/src\/(?:main\.tsx$|shell\/)/
/** Of the component library and of the theme; they come by themselves. */
const FOREIGN = /^(?:ant|xh)-/

/**
 * Classes that a page or a part of it wears though no file it loads describes them, while another file does: they look
 * right only after another page was open. `texts` maps the paths of styles and sources to what they hold.
 */
export function classesWithoutStyle(texts) {
  const edges = new Map([...texts].map(([path, text]) => [path, importsIn(path, text)]))
  const described = describedClasses(texts)
  const frame = [...texts.keys()].filter((path) => FRAME.test(path)).flatMap((path) => [...reach(path, edges)])
  const found = new Set()
  for (const page of [...texts.keys()].filter((path) => PAGE.test(path))) {
    const loaded = reach(page, edges)
    const at = new Set([...loaded, ...frame])
    for (const path of [...loaded].filter((one) => one.endsWith('.tsx')))
      for (const name of wornClasses(texts.get(path) ?? ''))
        if (described.has(name) && !described.get(name).some((style) => at.has(style)))
          found.add(`${page}: .${name} of ${path}`)
  }
  return [...found]
}

function importsIn(path, text) {
  const pattern = path.endsWith('.css') ? /@import ['"](\.[^'"]+)['"]/g : /(?:from|import) '(\.[^']+)'/g
  return [...text.matchAll(pattern)].map((match) => posix.join(dirname(path), match[1]))
}

function describedClasses(texts) {
  const found = new Map()
  for (const [path, text] of texts) {
    if (!path.endsWith('.css')) continue
    for (const [, name] of text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([a-z][a-z0-9-]*)/g))
      if (!FOREIGN.test(name)) found.set(name, [...(found.get(name) ?? []), path])
  }
  return found
}

/** Classes written out: in quotes, or as the beginning of a template. */
function wornClasses(text) {
  return [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
    .flatMap((match) => (match[1] ?? match[2]).split(/\s+/))
    .filter((name) => /^[a-z][a-z0-9-]*$/.test(name))
}

function reach(from, edges) {
  const seen = new Set([from])
  const open = [from]
  for (let path = open.pop(); path; path = open.pop())
    for (const next of edges.get(path) ?? [])
      if (edges.has(next) && !seen.has(next)) {
        seen.add(next)
        open.push(next)
      }
  return seen
}
