/** `domain/name` of a page file below `domains`, folders within the domain left out. */
function pageName(file: string): string {
  const [domain, ...rest] = file.slice(file.indexOf('/domains/') + '/domains/'.length).split('/')
  return `${domain}/${rest.at(-1)?.slice(0, -'.page.tsx'.length)}`
}

/**
 * What `files` hold by `domain/name`. Two files of one name, or a name in `wanted` that no file bears, are a mistake
 * of the program: it does not start.
 */
export function pagesByName<T>(files: Record<string, T>, wanted: string[]): Map<string, T> {
  const found = new Map<string, T>()
  for (const [file, page] of Object.entries(files)) {
    const name = pageName(file)
    if (found.has(name)) throw new Error(`two page files are called ${name}`)
    found.set(name, page)
  }
  const missing = wanted.filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`no page file is called ${missing.join(', ')}`)
  return found
}
