import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp, waitForJob } from '../../../../test/harness.ts'

const HEAD = '考号,姓名,学校,班级\n'
const SCORES = '考号,语文,数学\n0101,120,110\n0102,90,80\n0103,60,50\n0201,100,100\n'

const program = useTestApp()
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
})

async function commit(kind: string, text: string): Promise<void> {
  const { batchId } = await desk.send(examId, kind, text)
  await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
}

/** Uploads a file that names everything there is of its scope; answers the checked batch. */
async function sendOnly(kind: string, text: string) {
  const { batchId } = await desk.send(examId, kind, text)
  await desk.run('examimport/keepOnly', { batchId, isOn: 1 })
  return desk.detail(batchId)
}

const rowsOf = async (table: string) => {
  const found = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where exam_id = ${examId} order by id`.execute(desk.db)
  return found.rows
}
const students = () => rowsOf('exam_student_import')
const marks = () => rowsOf('exam_score_student_course_import')
const numbers = async () => (await students()).map((row) => row['studentNumber'])

describe('a list that keeps only whom it names', () => {
  beforeAll(async () => {
    examId = await desk.addExam('只保留名单')
    await commit('student', ROSTER)
  })

  test('speaks of its classes alone: others of them are named, other classes stay', async () => {
    const batch = await sendOnly('student', `${HEAD}0101,张一,第一中学,高三(1)班\n`)
    expect(batch).toMatchObject({ status: 3, isExact: 1, counts: { rows: 1, unchanged: 1 } })
    const who = { studentNumber: '0102', studentName: '李·二', schoolName: '第一中学', className: '高三(1)班' }
    expect(batch.gone).toEqual({ num: 1, rows: [{ ...who, courseName: '', text: '' }] })
  })

  test('removes them on a yes, in one batch whose undo brings them back as they were', async () => {
    const before = await students()
    const { batchId } = await sendOnly('student', `${HEAD}0101,张一,第一中学,高三(1)班\n0104,吴四,第一中学,高三(1)班\n`)
    const silent = await desk.post('examimport/commit', { batchId })
    expect([silent.status, silent.msg]).toEqual([400, '有 1 条工作簿里没有的数据将移除，请确认后再导入'])
    expect(await desk.run('examimport/commit', { batchId, confirmRemovals: 1 })).toMatchObject({
      text: '新增 1 条，变更 0 条，未变 1 条，移除 1 条',
    })
    expect(new Set(await numbers())).toEqual(new Set(['0101', '0103', '0104', '0201']))
    expect(await desk.run('examimport/undo', { batchId })).toMatchObject({ text: '移除 1 条，恢复 1 条' })
    expect(await students()).toEqual(before)
  })

  test('a student who moved to another class of the list is changed, not removed', async () => {
    const batch = await sendOnly('student', `${HEAD}0102,李·二,第一中学,2班\n0103,王三,第一中学,2班\n`)
    expect(batch).toMatchObject({ counts: { changed: 1, unchanged: 1 }, gone: { num: 0 } })
  })

  test('the name of one who goes is free for another of the class', async () => {
    const batch = await sendOnly('student', `${HEAD}0101,张一,第一中学,高三(1)班\n0105,李·二,第一中学,高三(1)班\n`)
    expect(batch).toMatchObject({ status: 3, counts: { fresh: 1, faulty: 0 }, gone: { num: 1 } })
  })

  test('taken back, it only adds again', async () => {
    const { batchId } = await sendOnly('student', `${HEAD}0101,张一,第一中学,高三(1)班\n`)
    const { data } = await desk.post('examimport/keepOnly', { batchId, isOn: 0 })
    await waitForJob(desk.user, data.jobId)
    expect(await desk.detail(batchId)).toMatchObject({ isExact: 0, gone: { num: 0, rows: [] } })
  })

  test('more to remove than was shown is checked again first', async () => {
    const { batchId } = await sendOnly('student', `${HEAD}0101,张一,第一中学,高三(1)班\n`)
    await commit('student', `${HEAD}0106,郑六,第一中学,高三(1)班\n`)
    await expect(desk.run('examimport/commit', { batchId, confirmRemovals: 1 })).rejects.toThrow(
      '要移除的行在校验之后有变动，请重新校验',
    )
    expect(await numbers()).toContain('0102')
  })

  test('students with marks do not go: their marks go first', async () => {
    await commit('score', SCORES)
    const batch = await sendOnly('student', `${HEAD}0101,张一,第一中学,高三(1)班\n`)
    expect(batch).toMatchObject({ status: 2, message: '要移除的考生中有 1 名已有成绩，请先移除他们的成绩' })
  })
})

describe('marks that keep only those they name', () => {
  beforeAll(async () => {
    examId = await desk.addExam('只保留成绩')
    await commit('student', ROSTER)
    await commit('score', SCORES)
  })

  test('speak of their courses and classes alone, and are put back by the undo', async () => {
    const before = await marks()
    const { batchId, gone } = await sendOnly('score', '考号,语文\n0101,121\n')
    expect(gone).toMatchObject({ num: 1, rows: [{ studentNumber: '0102', courseName: '语文', text: '90' }] })
    expect(await desk.run('examimport/commit', { batchId, confirmRemovals: 1, confirmWarnings: 1 })).toMatchObject({
      text: '新增 0 条，变更 1 条，未变 0 条，移除 1 条',
    })
    const left = (await marks()).map((row) => `${String(row['studentNumber'])} ${String(row['courseName'])}`)
    expect(left).not.toContain('0102 语文')
    expect(left).toEqual(expect.arrayContaining(['0102 数学', '0103 语文', '0201 语文']))
    await desk.run('examimport/undo', { batchId })
    expect(await marks()).toEqual(before)
  })

  test('a blank cell of a student who is named is an absence, not a removal', async () => {
    const batch = await sendOnly('score', '考号,语文\n0101,120\n0102,\n')
    expect(batch).toMatchObject({ counts: { changed: 1, unchanged: 1 }, gone: { num: 0 } })
  })
})

test('who teaches what is replaced class by class anyway', async () => {
  examId = await desk.addExam('任课')
  const { batchId } = await desk.send(examId, 'teacher', '学校,班级,语文\n第一中学,1班,钱五\n')
  const refused = await desk.post('examimport/keepOnly', { batchId, isOn: 1 })
  expect([refused.status, refused.msg]).toEqual([400, '任课按班级和科目整体替换，不需要“只保留这些”'])
})
