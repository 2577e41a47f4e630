import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Registry } from '@xueheng/contract/derive/registry.ts'
import findMyWay from 'find-my-way'

/** What stands at an address, whatever the method. */
export interface Place {
  /** As it is declared. */
  url: string
  calls: Map<string, AnyCall>
}

export interface Found extends Place {
  /** Parts of the address by name. */
  params: Record<string, string | undefined>
}

type Find = (address: string) => Found | undefined

const finders = new WeakMap<Registry, Find>()

/** How calls are found by the addresses of requests. A registry never changes: all programs of a process share its tree. */
export function callFinder(registry: Registry): Find {
  const find = finders.get(registry) ?? makeFinder(registry)
  finders.set(registry, find)
  return find
}

function makeFinder(registry: Registry): Find {
  const places = new Map<string, Place>()
  for (const call of registry.calls) {
    for (const url of [call.path, ...call.aliases]) addCall(places, url, call)
  }
  let tree: Tree | undefined
  return (address) => {
    // Most requests name a whole address as it is declared. The tree, which takes long, is made for the first other one.
    const whole = places.get(address.split('?', 1)[0] ?? '')
    if (whole && !whole.url.includes(':')) return { ...whole, params: {} }
    tree ??= makeTree(places)
    const found = tree.find('GET', address)
    return found ? { ...(found.store as Place), params: found.params } : undefined
  }
}

type Tree = ReturnType<typeof findMyWay>

function makeTree(places: Map<string, Place>): Tree {
  const tree = findMyWay({ caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: 500 })
  for (const place of places.values()) tree.on('GET', place.url, () => undefined, place)
  return tree
}

function addCall(places: Map<string, Place>, url: string, call: AnyCall): void {
  const place = places.get(url) ?? { url, calls: new Map<string, AnyCall>() }
  if (place.calls.has(call.method)) throw new Error(`${call.method} ${url} is declared twice`)
  place.calls.set(call.method, call)
  places.set(url, place)
}

/** A request for the head of an answer asks what one for the whole would. */
export function callOf(place: Place, method: string): AnyCall | undefined {
  return place.calls.get(method === 'HEAD' ? 'GET' : method)
}
