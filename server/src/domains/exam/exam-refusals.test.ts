import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { lineDistribution } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { growDictionary } from '../../../test/fixtures/grown-dictionary.ts'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { type Answer, TENANT, useTestApp } from '../../../test/harness.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { archiveScores } from './import/archive-scores.ts'
import { computeJob } from './compute-job.ts'
import { packageJob, rebuildPackage } from './package-job.ts'
import { openVersion } from './package/open-package.ts'
import { beginRun } from './progress-run.ts'

/* What an exam refuses beside its import: its settings, lines, levels, papers, and steps that are taken too early. */

const BASE = '/api/bigdata-service'
const program = useTestApp({ ROLES: 'web' })
let desk: Desk
let ctx: Ctx
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  ctx = (await program().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  examId = await desk.addExam('期末')
})

const said = ({ status, msg }: Answer) => [status, msg]

/** Asks for it in a state of the exam; it is a draft again afterwards. */
async function during(status: number, ask: () => Promise<Answer>) {
  await desk.setStatus(examId, status)
  const answer = await ask()
  await desk.setStatus(examId, 0)
  return said(answer)
}

async function stored(): Promise<unknown> {
  const { rows } =
    await sql`select end_date, prev_exam_id, grade_code, rule_json from exam_info where id = ${examId}`.execute(desk.db)
  return rows
}

describe('settings', () => {
  test.each([
    ['endDate', { beginDate: '2026-03-02', endDate: '2026-03-01' }, '结束日期不能早于开始日期'],
    ['prevExamId', 'itself', '对比考试不能是本次考试'],
    ['gradeCode', { stage: '4', gradeCode: '6' }, '年级与学段不符'],
  ])('an exam that contradicts itself in %s is not kept', async (field, change, refusal) => {
    const before = await stored()
    const body = change === 'itself' ? { id: examId, prevExamId: examId } : { id: examId, ...(change as object) }
    const answer = await desk.post('examinfo/submit', body)
    expect(said(answer)).toEqual([400, refusal])
    expect(JSON.stringify(answer.body)).toContain(`"field":"${field}"`)
    expect(await stored()).toEqual(before)
  })

  test('shares lie between nothing and everything, and fall', async () => {
    const before = await stored()
    for (const [ruleJson, refusal] of [
      [{ excellentShare: 1.1 }, '优秀、良好、及格、低分的比例应在0到1之间'],
      [{ lowShare: 0 }, '优秀、良好、及格、低分的比例应在0到1之间'],
      [{ passShare: '甲' }, '优秀、良好、及格、低分的比例应在0到1之间'],
      [{ excellentShare: 0.5, goodShare: 0.6 }, '优秀、良好、及格、低分的比例应依次降低'],
    ] as const) {
      expect(said(await desk.post('examinfo/saveRule', { examId, ruleJson }))).toEqual([400, refusal])
    }
    expect(await stored()).toEqual(before)
  })

  test('an item of the plan stands for a step there is', async () => {
    await growDictionary(desk.user, 'quota_task', 'STRANGE')
    const own = { itemCode: 'OWN', itemName: '自己的', taskCode: 'STRANGE', grains: ['school'] }
    const answer = await desk.post('basicquotaprocessingitem/submit', own)
    expect(said(answer)).toEqual([400, '没有这个计算步骤'])
    expect(JSON.stringify(answer.body)).toContain('"field":"taskCode"')
  })
})

describe('lines and levels', () => {
  const lines = (listJSON: unknown) => during(3, () => desk.post('examinfo/saveLineNumParams', { examId, listJSON }))

  test('are lists, not too long', async () => {
    expect(await lines({ periodName: '本科线' })).toEqual([400, '划线参数应为列表'])
    expect(await lines('{')).toEqual([400, '划线参数应为列表'])
    const many = Array.from({ length: 31 }, (_none, n) => ({ periodName: `第${n}线` }))
    expect(await lines(many)).toEqual([400, '分数线不能超过30条'])
    const levels = () => desk.post('examinfo/saveScoreLevelParams', { examId, deployLevelParams: { model: 'p312' } })
    expect(await during(3, levels)).toEqual([400, '等级赋分参数应为列表'])
  })

  test('of the total reach as far as the marks it is made of: assigned ones, or raw ones', async () => {
    const line = { artsScience: '0', periodName: '本科线', lineMode: 1, lineScore: 451, courseMethod: 4 }
    const levels = (list: unknown[]) =>
      during(3, () => desk.post('examinfo/saveScoreLevelParams', { examId, deployLevelParams: list }))
    const told = (full: number) => [400, `第1条「本科线」：分数线不能高于满分 ${full}`]
    expect(await lines([line])).toEqual(told(450))
    expect(await levels([{ courseName: '语文', model: 'p312' }])).toEqual([200, '操作成功'])
    expect(await lines([line])).toEqual(told(400))
    expect(await lines(JSON.stringify([{ ...line, lineScore: 401 }]))).toEqual(told(400))
    expect(await during(0, () => desk.post('examinfo/saveRule', { examId, ruleJson: { totalBy: 'raw' } }))).toEqual([
      200,
      '操作成功',
    ])
    expect(await lines([line])).toEqual(told(450))
    expect(await levels([])).toEqual([200, '操作成功'])
  })

  test('are tried on marks there are', async () => {
    const marks = await desk.user.get(`${BASE}/examinfo/getScoreLevelMarks`, { examId })
    expect(said(marks)).toEqual([400, '请先归档成绩，再设置等级赋分'])
    const tried = await desk.user.get(lineDistribution.path, { examId })
    expect(said(tried)).toEqual([400, '请先计算，再试划分数线'])
  })
})

describe('a paper', () => {
  test('has so many questions at most, each with values of its kind', async () => {
    const paper = { examId, courseName: '语文', paperCode: 'A' }
    const questions = Array.from({ length: 301 }, () => ({}))
    const long = await desk.post('examCoursePaperQuestion/savePaper', { ...paper, questions })
    expect(said(long)).toEqual([400, '一份试卷最多300题'])
    const question = { ...paper, questionNo: '一 二', questionType: '5', questionScore: 5, knowledgePoints: 'x' }
    const wrong = await desk.post('examCoursePaperQuestion/submit', question)
    expect(wrong.status).toBe(400)
    expect(wrong.msg).toMatch(/知识点|题号/)
    const { data } = await desk.user.get(`${BASE}/examCoursePaperQuestion/list`, { examId })
    expect(data.total).toBe(0)
  })
})

describe('a step', () => {
  test('that belongs to the import is not taken by itself', async () => {
    const answer = await during(3, () =>
      desk.post('examdataprogresstask/execProgressItem', { examId, taskCode: 'ARC_SCORE' }),
    )
    expect(answer).toEqual([400, expect.stringMatching(/^「.+」在导入、校验、归档时完成，不在这里执行$/)])
  })

  test('that archives marks wants some of every course', async () => {
    const archive = archiveScores(ctx, examId, async () => {})
    await expect(archive).rejects.toThrow('语文、数学、外语还没有成绩，请先导入')
  })

  test('that fails leaves its message, at the run and at the report, and the exam as it was before', async () => {
    const listOf = async (name: string) => (await desk.user.get(`${BASE}/${name}`, { examId })).data
    const lastRun = async () => (await listOf('examdataprogress/list')).records[0]
    await beginRun(ctx, examId, ['CALC_TOTAL'])
    await beginRun(ctx, examId, undefined)
    const [last, before] = (await listOf('examdataprogress/list')).records
    expect(before).toMatchObject({ runState: 3, message: '中断后重新执行', endTime: expect.any(String) })
    expect(last).toMatchObject({ runNo: before.runNo + 1, runState: 1, percent: 0, endTime: null })
    expect(last.taskTotal).toBeGreaterThan(before.taskTotal)
    await desk.setStatus(examId, examStates.states.processing.value)
    await computeJob.onFailure?.(ctx, { examId }, '磁盘已满')
    expect(await lastRun()).toMatchObject({
      id: last.id,
      runState: 3,
      message: '磁盘已满',
      endTime: expect.any(String),
    })
    const { data } = await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })
    expect(data.examStatus).toBe(examStates.states.archived.value)
    await desk.setStatus(examId, 0)
    await packageJob.onFailure?.(ctx, { examId }, '磁盘又满了')
    const task = (await listOf('examdataprogresstask/listProgressTask')).find(
      ({ taskCode }: { taskCode: string }) => taskCode === 'PACKAGE',
    )
    expect(task).toMatchObject({ taskState: TASK_STATE.failed, isFinished: 0, message: '磁盘又满了' })
  })

  test('that reads a version wants its files', async () => {
    await expect(openVersion(ctx, examId, 99)).rejects.toThrow('manifest.json')
  })

  test('that publishes wants reports of the data as they are, and so does one that makes them once more', async () => {
    await sql`update exam_info set data_version = 2, package_data_version = 1 where id = ${examId}`.execute(desk.db)
    const publish = () => desk.post('examinfo/publishExam', { examId })
    expect(await during(6, publish)).toEqual([409, '数据已更新，请重新生成报表后再发布'])
    await desk.setStatus(examId, 6)
    const progress = { signal: new AbortController().signal, report: async () => {}, finish: () => Promise.reject() }
    await expect(rebuildPackage(ctx, examId, progress as never)).rejects.toThrow(
      '数据在上次生成报表后有改动，请生成报表',
    )
    await desk.setStatus(examId, 0)
  })
})
