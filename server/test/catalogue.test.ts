import { readFileSync } from 'node:fs'
import { registry } from '@xueheng/contract'
import { routesOf } from '@xueheng/contract/derive/registry.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { expect, test } from 'vitest'

/** `GET /a/:id` and `GET /a/{code}` are the same place. */
function place(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '*')}`
}

/** The calls of the specification, with the parameters it names. */
function catalogue(): { route: string; params: string[] }[] {
  const [, ...lines] = readFileSync(new URL('catalogue.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [method = '', path = '', params = ''] = line.split('\t')
    return { route: place(method, path), params: params.split(',').filter(Boolean) }
  })
}

const served = new Map<string, AnyCall>(
  registry.calls.flatMap((call) =>
    routesOf(call).map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return [place(method, path), call] as const
    }),
  ),
)

test('every call of the catalogue is served', () => {
  const wanted = catalogue()
  expect(wanted).toHaveLength(744)
  expect(wanted.filter(({ route }) => !served.has(route))).toEqual([])
})

/** Named by the catalogue and of no use here, each with the reason. */
const OF_NO_USE: Record<string, string> = {
  'GET /api/blade-system/menu/menu-list current': 'answers a forest',
  'GET /api/blade-system/menu/menu-list size': 'answers a forest',
  'POST /api/blade-system/menu/submit meta': 'made from the row where routes are answered',
}

/** Whether a call knows a parameter: by its input, as a row of its entity, or in the array that is its body. */
function takes(call: AnyCall, name: string): boolean {
  const known = { ...call.input, ...('entity' in call ? registry.entity(String(call.entity)).fields : {}) }
  return name in known || name === 'id' || call.body === 'array'
}

test('every call takes the parameters the catalogue names', () => {
  const missing = catalogue().flatMap(({ route, params }) => {
    const call = served.get(route)
    return params.filter((name) => call && !takes(call, name)).map((name) => `${route} ${name}`)
  })
  expect(missing.toSorted()).toEqual(Object.keys(OF_NO_USE).toSorted())
})
