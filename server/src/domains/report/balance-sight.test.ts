import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'
import type { Scope } from '../../platform/ctx.ts'

const EAST: Scope = { level: 'area', areaCodes: ['990101'] }
const FIRST: Scope = { level: 'school', schoolCodes: ['S1'] }
const SECOND: Scope = { level: 'school', schoolCodes: ['S2'] }
const ONE_CLASS: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202302'] }
const GAP = ['partNum', 'meanGap', 'weightedVariation', 'varianceRate', 'gini']
const ALONE = [1, 0, null, null, null]

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.setPolicy(defaultDisclosure('3')))
afterAll(() => desk.close())

const gapsOf = async (name: string, scope?: Scope) =>
  pick((await desk.ask(name, { courseName: '总分' }, scope)).records, ...GAP)

test('who sees everything compares all schools', async () => {
  expect(await gapsOf('balanceByAll')).toEqual([[4, 103.29, 21.79, 53.15, 0.1271]])
})

test('an area compares its own schools alone', async () => {
  expect(await gapsOf('balanceByAll', EAST)).toEqual([[2, 103.29, 27.07, 62.83, 0.1423]])
})

test('a school learns nothing of how far the other school of its area lies', async () => {
  for (const name of ['balanceByAll', 'balanceByArea']) {
    for (const gap of await gapsOf(name, FIRST)) expect([null, 1]).toContain(gap[0])
    const { records } = await desk.ask(name, { courseName: '总分' }, FIRST)
    for (const { highAvg, lowAvg } of records) expect([null, 233.13]).toEqual(expect.arrayContaining([highAvg, lowAvg]))
  }
})

test('a school learns nothing of the classes of another one whose name is shown', async () => {
  desk.setPolicy({ ...defaultDisclosure('3'), otherUnitNames: 'shown' })
  const { records } = await desk.ask('balanceBySchool', { courseName: '总分' }, SECOND)
  expect(pick(records, 'schoolName', ...GAP)).toEqual([['二中', ...ALONE]])
})

test('a teacher compares no class but the own ones', async () => {
  for (const gap of await gapsOf('balanceBySchool', ONE_CLASS)) expect([null, 1]).toContain(gap[0])
})
