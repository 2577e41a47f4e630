import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { FIXTURE_TEACHERS, buildFixturePackage, factsBefore } from './fixture-package.ts'
import { type Client, TENANT, type TestApp } from './harness.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'

/** Two published exams and one that is not. */
export const NOW = '1001'
export const BEFORE = '1000'
export const UNPUBLISHED = '1003'

export const BASE = '/api/exam-model/examModel'
export const ITEM = `${BASE}/examModelItem`
export const SCORING = `${BASE}/examModelScoring`
export const MODEL = `${BASE}/examModel`

export type Row = Record<string, any>

/** The exams with their packages, and three indicators with a scoring item each; answers who works with them. */
export async function startEvaluation({ app, dataDir, user }: TestApp): Promise<Client> {
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  const folder = (examId: string) => join(dataDir, 'packages', TENANT, examId)
  await buildFixturePackage(analytics, folder(NOW), { teachers: FIXTURE_TEACHERS })
  await buildFixturePackage(analytics, folder(BEFORE), { facts: factsBefore() })
  await buildFixturePackage(analytics, folder(UNPUBLISHED))
  analytics.close()
  for (const [id, name, day, status] of [
    [BEFORE, '期中', '2025-11-05', 7],
    [NOW, '一模', '2026-01-05', 7],
    [UNPUBLISHED, '二模', '2026-03-05', 6],
  ]) {
    await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
        exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
      values (${id}, ${TENANT}, ${name}, 2026, 2025, 1, '3', '12', '5', '1', '0', ${day}, ${day}, '[]', ${status}, 1, 1)`.execute(
      app.database.tenant(TENANT),
    )
  }
  const bureau = await user({ role: 'exam' })
  await defineItems(bureau)
  return bureau
}

async function defineItems(bureau: Client): Promise<void> {
  const { item, scoring } = wordsOf(() => bureau)
  await item({ itemCode: 'AVG', itemName: '平均分', quotaField: 'avgScore' })
  await item({ itemCode: 'PASS', itemName: '及格率', quotaField: 'passRate' })
  await item({ itemCode: 'EXC', itemName: '优秀率', quotaField: 'excellentRate' })
  for (const [code, itemCode, fullPoints] of [
    ['S_AVG', 'AVG', 40],
    ['S_PASS', 'PASS', 30],
    ['S_EXC', 'EXC', 30],
  ] as const) {
    await scoring({ scoringCode: code, scoringName: `${code}分`, itemCode, ruleKind: 1, fullPoints })
  }
}

/** What is done over and over, in the name of who works with the exams. */
export function wordsOf(bureau: () => Client) {
  return {
    item: (row: Row) => done(bureau().post(`${ITEM}/submit`, { grain: 2, formulaKind: 1, ...row })),
    typed: (itemCode: string, values: Row[]) =>
      bureau().post(`${ITEM}/saveExamModelItemValue`, { examIds: NOW, itemCode, values }),
    scoring: (row: Row) => done(bureau().post(`${SCORING}/saveModelScoring`, row)),
    saveModel: (row: Row) =>
      done(bureau().get(`${MODEL}/saveModel`, { ...row, items: row['items'] && JSON.stringify(row['items']) })),
    create: (modelCode: string, examIds = NOW) =>
      done(bureau().get(`${MODEL}/createExamModelResult`, { modelCode, examIds })),
    result: (query: Row, user = bureau()): Promise<Row[]> => done(user.get(`${MODEL}/getExamModelResult`, query)),
  }
}

export async function done(answer: Promise<{ status: number; msg: string; data: any }>): Promise<any> {
  const { status, msg, data } = await answer
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

export const pick = (rows: Row[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]))
