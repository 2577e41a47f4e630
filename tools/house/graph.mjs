import { importsOf } from '../source.mjs'

/** Files that reach themselves by their imports, types counted. `edges` maps a file to those it imports. */
export function filesInCircles(edges) {
  return components(edges)
    .filter((group) => group.length > 1 || edges.get(group[0])?.includes(group[0]))
    .flat()
    .toSorted((one, other) => one.localeCompare(other))
}

export function importGraph(paths, base) {
  return new Map(paths.map((path) => [path, importsOf(path, base)]))
}

/** Strongly connected components (Tarjan 1972). */
function components(edges) {
  const found = []
  const stack = []
  const seen = new Map()
  const visit = (file) => {
    const place = { at: seen.size, low: seen.size, isOpen: true }
    seen.set(file, place)
    stack.push(file)
    for (const next of edges.get(file) ?? []) {
      const other = seen.get(next) ?? visit(next)
      if (other.isOpen) place.low = Math.min(place.low, other.low)
    }
    if (place.low === place.at) {
      const group = stack.splice(stack.indexOf(file))
      for (const one of group) seen.get(one).isOpen = false
      found.push(group)
    }
    return place
  }
  for (const file of edges.keys()) if (!seen.has(file)) visit(file)
  return found
}
