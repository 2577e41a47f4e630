import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { pick } from '../../../../test/fixtures/report-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { MANIFEST } from '../../exam/package/build-package.ts'

const BASE = '/api/bigdata-service'
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,100,100\n'

const program = useTestApp()
let desk: Desk
let examId = ''

async function pack(): Promise<void> {
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
}

/** Version 2 has another mark, version 3 another pass line, version 4 nothing new. */
beforeAll(async () => {
  desk = await openDesk(program())
  const officer = await program().user({ role: 'exam' })
  examId = await desk.addExam('版本变化')
  await computeExam(desk, examId, SCORES)
  await desk.run('examinfo/execPackageExam', { examId })
  const lines = [{ studentNumber: '0102', courseName: '数学', newScore: '88.5' }]
  const asked = { examId, reason: '登分有误', lines }
  const { data } = await desk.user.post(`${BASE}/examscorecorrection/submitBatch`, asked)
  await officer.post(`${BASE}/examscorecorrection/audit`, { ids: data[0].id, pass: 1, approveOpinion: '属实' })
  await pack()
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.post('examinfo/saveRule', { examId, ruleJson: { ...DEFAULT_RULE, passShare: 0.5 } })
  await pack()
  await pack()
  await desk.post('examinfo/publishExam', { examId })
})

async function compare(query: object, path = 'getPackageChange', user: Client = desk.user) {
  const { status, data, msg } = await user.get(`${BASE}/report/${path}`, { examId, ...query })
  return { status, msg, ...data }
}

const CELLS = ['courseName', 'movedNum', 'avgScore.beforeMark', 'avgScore.nowMark', 'avgScore.changeMark']

describe('two versions of one exam', () => {
  test('of which the later has a corrected mark differ in its course and the total, by one student', async () => {
    const { records, basis } = await compare({ fromVersion: 1, toVersion: 2 })
    expect(pick(records, ...CELLS)).toEqual([
      ['总分', 1, 290, 292.83, 2.83],
      ['数学', 1, 96.67, 99.5, 2.83],
    ])
    expect(basis[0]).toMatch(/^比较：第 1 版（数据修订 \d+） → 第 2 版（数据修订 \d+）$/)
    expect(basis).toContain('成绩更正：数学 1 条')
    expect(basis.join()).not.toContain('口径：优秀')
  })

  test('by school name the school of the student alone, and ranks that moved with it', async () => {
    const { records } = await compare({ fromVersion: 1, toVersion: 2 }, 'getPackageChangeBySchool')
    expect(new Set(records.map(({ schoolCode }: { schoolCode: string }) => schoolCode))).toEqual(
      new Set([SCHOOLS[0]?.code]),
    )
  })

  test('of which the later has another pass line differ in pass rates, without a moved student', async () => {
    const { records, basis } = await compare({ fromVersion: 2, toVersion: 3 })
    const moved = ['courseName', 'movedNum', 'passRate.beforeShare', 'passRate.nowShare', 'avgScore.nowMark']
    expect(pick(records, ...moved)).toEqual([
      ['总分', 0, 66.67, 100, undefined],
      ['数学', 0, 66.67, 100, undefined],
    ])
    expect(basis).toContainEqual(expect.stringMatching(/^原口径：优秀不低于满分的 85%，及格不低于 60%/))
    expect(basis).toContainEqual(expect.stringMatching(/^新口径：优秀不低于满分的 85%，及格不低于 50%/))
    expect(basis.some((line: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d .+：保存统计口径$/.test(line))).toBe(true)
  })

  test('that are the same have no row, and say that nothing changed', async () => {
    const { records, basis } = await compare({})
    expect(records).toEqual([])
    expect(basis).toContain('两版之间没有更正、口径、分数线与等级的改动')
  })

  test('are refused where one is missing or the order is turned round', async () => {
    expect(await compare({ fromVersion: 2, toVersion: 2 })).toMatchObject({ status: 400, msg: '原版本应早于新版本' })
    expect(await compare({ fromVersion: 4, toVersion: 9 })).toMatchObject({
      status: 400,
      msg: '没有可以比较的另一版报表',
    })
  })

  test('are refused where another program has made one of them', async () => {
    const folder = join(program().dataDir, 'packages', TENANT, examId, 'v1')
    const path = join(folder, MANIFEST)
    const made = await readFile(path, 'utf8')
    await writeFile(path, JSON.stringify({ ...JSON.parse(made), engineVersion: 'older' }))
    const query = { fromVersion: 1, toVersion: 2 }
    expect(await compare(query)).toMatchObject({ status: 400, msg: '其中一版由旧版程序生成，不能比较' })
    await writeFile(path, made)
    expect(await compare(query)).toMatchObject({ status: 200 })
  })

  test('tell a school of its own units alone, and nothing of the whole', async () => {
    const school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
    const query = { fromVersion: 1, toVersion: 2 }
    const own = await compare(query, 'getPackageChangeBySchool', school)
    expect(pick(own.records, ...CELLS.slice(0, 2))).toEqual([
      ['总分', 1],
      ['数学', 1],
    ])
    expect(own.basis.some((line: string) => line.includes('：保存统计口径'))).toBe(false)
    expect((await compare(query, 'getPackageChange', school)).records).toEqual([])
    const other = await program().user({ role: 'school', schoolCode: SCHOOLS[1]?.code })
    expect((await compare(query, 'getPackageChangeBySchool', other)).records).toEqual([])
  })
})
