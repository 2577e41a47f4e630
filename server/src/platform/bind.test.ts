import { registry } from '@xueheng/contract'
import { defineCall } from '@xueheng/contract/kit/call.ts'
import { expect, test } from 'vitest'
import { bindCall, givenBy } from './bind-call.ts'
import { JobRunner } from './jobs/boss.ts'
import type { Module } from './module.ts'
import { findSealer } from './paper/sealer.ts'
import { importModule } from './table-import/entity-import.ts'

test('a call nobody answers is a mistake of the program', () => {
  const call = defineCall('probe', { title: '试', method: 'GET', path: '/api/probe', access: 'signedIn' })
  expect(() => bindCall(call, registry, givenBy([]))).toThrow('call probe has no handler')
})

test('papers want somebody who seals them', () => {
  const sealer = {} as NonNullable<Module['sealer']>
  expect(() => findSealer([{}])).toThrow('no module seals papers')
  expect(findSealer([{}, { sealer }])).toBe(sealer)
})

test.each(['around', 'afterSave'])('rows that are kept with more than a check (%s) come from no workbook', (hook) => {
  const entity = registry.entities.find(({ importKey }) => importKey)
  const modules = [{ hooks: [{ entity, hooks: { [hook]: () => undefined } }] }] as unknown as Module[]
  expect(() => importModule(modules)).toThrow(`${entity?.name} has an importKey, but more to do`)
  expect(importModule([])).toMatchObject({ name: 'imports' })
})

test('no work is taken from a queue that is not open', async () => {
  await expect(new JobRunner('postgres://127.0.0.1:1/none').work()).rejects.toThrow('the queue is not open')
})
