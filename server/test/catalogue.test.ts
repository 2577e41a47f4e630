import { readFileSync } from 'node:fs'
import { registry } from '@xueheng/contract'
import { routesOf } from '@xueheng/contract/derive/registry.ts'
import { expect, test } from 'vitest'

/** `GET /a/:id` and `GET /a/{code}` are the same place. */
function place(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '*')}`
}

/** The catalogue's calls of the entities and reports this release declares. */
function catalogue(): string[] {
  const [, ...lines] = readFileSync(new URL('catalogue.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [method = '', path = ''] = line.split('\t')
    return place(method, path)
  })
}

test('every call of the catalogue is served', () => {
  const served = new Set(
    registry.calls.flatMap(routesOf).map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return place(method, path)
    }),
  )
  const wanted = catalogue()
  expect(wanted.length).toBeGreaterThan(120)
  expect(wanted.filter((route) => !served.has(route))).toEqual([])
})
