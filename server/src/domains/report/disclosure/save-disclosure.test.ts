import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'

const BASE = '/api/bigdata-service'
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,100,100\n'
const EXACT = defaultDisclosure('3')
const NONE = { ...EXACT, rankVisible: { ...EXACT.rankVisible, school: 'none' as const } }

const program = useTestApp()
let desk: Desk
let school: Client
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
  examId = await desk.addExam('披露规则')
  await computeExam(desk, examId, SCORES)
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
})

const save = (user: Client, disclosureJson: object) =>
  user.post(`${BASE}/examinfo/saveDisclosure`, { examId, disclosureJson })
const ranksOf = async (path: string, name: string) => {
  const { data } = await school.get(`${BASE}/${path}`, { examId })
  return data.records.map((row: Record<string, unknown>) => row[name])
}
const REPORT = ['report/getScoreRankByStudent', 'allRank'] as const
const FACTS = ['examscorestudent/list', 'schoolRank'] as const

test('of a published exam holds at once in reports, lists and the start page, and back again', async () => {
  expect(await ranksOf(...REPORT)).toEqual([1, 3, null])
  expect(await ranksOf(...FACTS)).toEqual([1, 2, null])
  expect((await save(desk.user, NONE)).status).toBe(200)
  expect(await ranksOf(...REPORT)).toEqual([null, null, null])
  expect(await ranksOf(...FACTS)).toEqual([null, null, null])
  const home = await school.get(`${BASE}/statistics/lastExam`)
  expect(home.data).toMatchObject([{ avgRank: null, rankBand: null, rankPrev: null }])
  expect((await school.get(`${BASE}/examscorestudent/list`, { examId, ascs: 'allRank' })).status).toBe(400)
  expect((await save(desk.user, EXACT)).status).toBe(200)
  expect(await ranksOf(...REPORT)).toEqual([1, 3, null])
})

test('is logged with what held before, and no report is made stale by it', async () => {
  const before = await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })
  await save(desk.user, NONE)
  const { rows } = await sql<{
    before: object
    after: object
  }>`select old_values as before, new_values as after from operation_log
    where title = '保存披露规则' order by id desc limit 1`.execute(program().app.database.tenant(TENANT))
  expect(rows).toMatchObject([{ before: { disclosure: EXACT }, after: { disclosure: NONE } }])
  const after = await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })
  expect(after.data.dataVersion).toBe(before.data.dataVersion)
})

test('is kept without what a program says beside it', async () => {
  const more = { ...EXACT, rankVisible: { ...EXACT.rankVisible, stranger: 'exact' }, note: '另注' }
  expect((await save(desk.user, more)).status).toBe(200)
  const { rows } = await sql<{ kept: object }>`select disclosure_json as kept from exam_info
    where id = ${examId}`.execute(program().app.database.tenant(TENANT))
  expect(rows).toEqual([{ kept: EXACT }])
})

test('is refused where it cannot hold, and to everybody but the bureau', async () => {
  const wrong = await save(desk.user, { ...NONE, otherUnitNames: 'shown' })
  expect([wrong.status, wrong.msg]).toEqual([400, '向学校公布其他学校的成绩时，学校的名次只能是准确名次'])
  expect((await save(desk.user, {})).status).toBe(400)
  const publisher = await program().user({
    role: 'school',
    schoolCode: SCHOOLS[0]?.code,
    permissions: ['examinfo_publish', 'examinfo_view'],
  })
  expect((await save(publisher, EXACT)).status).toBe(403)
})
