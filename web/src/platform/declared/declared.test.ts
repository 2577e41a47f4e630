import { registry } from '@xueheng/contract'
import { expect, test } from 'vitest'
import { routesOf } from '@xueheng/contract/derive/registry.ts'
import { DIALECTS } from '@xueheng/contract/kit/entity.ts'
import { EVERY_ENTITY } from '../../screens/_entities.ts'
import { factsOf, hasCall, loadEntity, menu, rightOfReport, treeOf } from './declared.ts'

test('the menu and the rights of reports are those that are declared', () => {
  expect(menu).toEqual(registry.menu)
  for (const report of registry.reports) expect(rightOfReport(report.name)).toBe(report.permission)
})

test('every entity comes with its domain, also one whose calls are written by hand', async () => {
  for (const entity of [...registry.entities, ...registry.byHand]) expect(await loadEntity(entity.name)).toBe(entity)
})

test('an entity is read where its calls are, by whom they allow', () => {
  for (const { name } of registry.entities) {
    const { list, whole, tree } = factsOf(name)
    for (const read of [list, whole, tree].filter((one) => one !== undefined)) {
      const call = registry.calls.find(({ method, path }) => method === 'GET' && path === read.path)
      expect([read.path, read.access]).toEqual([call?.path, call?.access])
    }
  }
})

test('what saves a row of an entity, or makes its workbook, is known as it is declared', () => {
  const declared = new Set(registry.calls.flatMap(routesOf))
  for (const { paths, dialect } of EVERY_ENTITY) {
    const saving = DIALECTS[dialect].submit.map((segment) => `POST ${paths[0]}/${segment}`)
    for (const route of [...saving, `GET ${paths[0]}/export`])
      expect([route, hasCall(route)]).toEqual([route, declared.has(route)])
  }
})

test('names nothing is declared under, and trees that are none, are refused', () => {
  expect(() => factsOf('nothing')).toThrow('nothing is declared under the name nothing')
  expect(() => treeOf('examInfo')).toThrow('examInfo is no tree')
})
