import { describe, expect, test } from 'vitest'
import { integer, text } from '@xueheng/contract/kit/field.ts'
import { defineReportFamily, type Unit } from '@xueheng/contract/kit/report-family.ts'
import type { Grain } from '@xueheng/contract/kit/report.ts'

const area = { areaName: text('县区') }
const school = { ...area, schoolName: text('学校') }
const OVER: Record<Grain, Unit> = {
  all: { params: {}, columns: {}, drill: [] },
  area: { params: { areaCode: text('县区') }, columns: area, drill: ['areaCode'] },
  school: { params: { schoolCode: text('学校') }, columns: school, drill: ['schoolCode'] },
  class: { params: {}, columns: school, drill: [] },
  student: { params: {}, columns: {}, drill: [] },
}
const course = { courseName: text('科目') }
const rates = defineReportFamily('passRate', {
  title: '及格率',
  over: OVER,
  params: (unit) => ({ ...course, ...unit }),
  columns: (unit, grain) => ({ ...unit, ...course, ...(grain === 'school' && { rank: integer('名次') }) }),
  chart: { kind: 'bar', y: ['rank'] },
  notes: ['同分同名次'],
  grains: {
    school: { path: 'report/bySchool', notes: ['另有说明'] },
    all: { name: 'passRateBrief', path: 'report/brief', columns: { ...course }, chart: undefined },
    area: { path: 'report/byArea', aliases: ['report/areas'] },
  },
})

describe('a family of reports', () => {
  test('holds its members widest first, named, titled and permitted by their grain', () => {
    expect(Object.values(rates).map(({ name, title, grain }) => [name, title, grain])).toEqual([
      ['passRateBrief', '及格率', 'all'],
      ['passRateByArea', '及格率（县区）', 'area'],
      ['passRateBySchool', '及格率（学校）', 'school'],
    ])
    expect(rates.area).toMatchObject({ permission: 'passratebyarea_view', aliases: ['report/areas'] })
    expect(rates.area.url).toBe('/api/bigdata-service/report/byArea')
  })

  test('shares one SQL file and one name', () => {
    expect(Object.values(rates).map(({ sql, family }) => [sql, family])).toEqual(
      Array.from({ length: 3 }, () => ['pass-rate', 'passRate']),
    )
  })

  test('puts the unit of each grain between its own parameters and columns', () => {
    expect(Object.keys(rates.school.params)).toEqual(['courseName', 'schoolCode'])
    expect(Object.keys(rates.school.columns)).toEqual(['areaName', 'schoolName', 'courseName', 'rank'])
    expect(rates.school.fixed).toEqual(['areaName', 'schoolName'])
    expect(rates.area.chart).toEqual({ kind: 'bar', x: 'areaName', y: ['rank'] })
  })

  test('leads from each member to the next finer one by the unit and what both know', () => {
    expect(Object.values(rates).map(({ drill }) => drill)).toEqual([
      { report: 'passRateByArea', params: { courseName: 'courseName' } },
      { report: 'passRateBySchool', params: { areaCode: 'areaCode', courseName: 'courseName' } },
      undefined,
    ])
  })

  test('lets a member say otherwise, and take away with undefined', () => {
    expect([rates.area.notes, rates.school.notes]).toEqual([['同分同名次'], ['另有说明']])
    expect(rates.all.chart).toBeUndefined()
  })

  test('whose rows do not name their unit leads nowhere', () => {
    const bands = defineReportFamily('bands', {
      title: '分数段',
      over: OVER,
      params: (unit) => unit,
      columns: () => ({ band: text('分数段') }),
      grains: { area: { path: 'report/a' }, school: { path: 'report/b' } },
    })
    expect(bands.area.drill).toBeUndefined()
  })
})
