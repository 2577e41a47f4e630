import { batchStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Answer, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import { type RowBatch, loadBatch, requireOpenExam } from './batch.ts'
import { targetOf } from './import-target.ts'
import { mendRows } from './mend-rows.ts'
import { writeChanges } from './write-changes.ts'

/* What a batch of workbooks refuses before it is written. */

const BASE = '/api/bigdata-service'
const HEAD = '考号,姓名,学校,班级\n'
const program = useTestApp()
let desk: Desk
let examId = ''
let batchId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('批次')
  batchId = (await desk.send(examId, 'student', ROSTER)).batchId
})

const said = ({ status, msg }: Answer) => [status, msg]

async function filesOf(batch: string): Promise<string[]> {
  return (await desk.detail(batch)).files.map((file) => file.fileName)
}

/** More files for a batch, or for a new one. */
const upload = (query: Record<string, unknown>, ...files: { name: string; body: Buffer }[]) =>
  desk.user.upload(`${BASE}/examimport/upload`, { examId, kind: 'student', ...query }, files)

const book = (name: string, text = ROSTER) => ({ name, body: Buffer.from(text) })

/** Everything that changes what a batch holds. */
const CHANGES: [string, () => Promise<Answer>][] = [
  ['more files', () => upload({ batchId }, book('b.csv', `${HEAD}0901,新一,第一中学,2班\n`))],
  ['a file less', () => desk.post('examimport/removeFile', { batchId, fileNo: 1 })],
  ['other columns', () => desk.post('examimport/mapping', { batchId, sheets: [] })],
  ['a mended cell', () => desk.post('examimport/mend', { batchId, items: [{ rowId: 2, cells: { 2: '新名' } }] })],
  ['a chosen row', () => desk.post('examimport/choose', { batchId, rowIds: [2], isTaken: 0, reason: '缺考' })],
  ['these rows only', () => desk.post('examimport/keepOnly', { batchId, isOn: 1 })],
]

describe('what changes a batch', () => {
  test.each(CHANGES)('%s waits while its check runs', async (_what, change) => {
    const setStatus = (status: number) =>
      sql`update exam_import_batch set status = ${status} where id = ${batchId}`.execute(desk.db)
    await setStatus(batchStates.states.checking.value)
    const answer = await change()
    await setStatus(batchStates.states.checked.value)
    expect(said(answer)).toEqual([400, '批次正在校验，请稍候再改'])
    expect(await filesOf(batchId)).toEqual(['student.csv'])
  })

  test.each(CHANGES)('%s is late once the exam is archived', async (_what, change) => {
    await desk.setStatus(examId, 3)
    const answer = await change()
    await desk.setStatus(examId, 0)
    expect(answer.status).toBe(409)
    expect(answer.msg).toMatch(/^当前状态为「已归档」，不能(修改导入批次|导入)/)
    expect(await filesOf(batchId)).toEqual(['student.csv'])
  })

  test('names rows, some and not too many', async () => {
    for (const [rowIds, told] of [
      [{}, '行应为列表'],
      [[1.5], '行的第1项格式不正确'],
      [Array.from({ length: 1001 }, (_none, i) => i), '一次可选择 1 到 1000 行'],
    ]) {
      const answer = await desk.post('examimport/choose', { batchId, rowIds, isTaken: 1 })
      expect(said(answer)).toEqual([400, told])
    }
    expect(said(await desk.post('examimport/mend', { batchId, items: {} }))).toEqual([400, '修改应为列表'])
    expect(said(await desk.post('examimport/mend', { batchId, items: [] }))).toEqual([400, '请输入修改'])
    const none = await desk.post('examimport/createClasses', { batchId, classes: {} })
    expect(said(none)).toEqual([400, '班级应为列表'])
    const empty = await desk.post('examimport/createClasses', { batchId, classes: [] })
    expect(said(empty)).toEqual([400, '请选择要新建的班级'])
  })

  test('names rows and classes, not nothing', async () => {
    const before = await desk.detail(batchId)
    expect(said(await desk.post('examimport/mend', { batchId, items: [null] }))).toEqual([400, '修改的第1项格式不正确'])
    const made = await desk.post('examimport/createClasses', { batchId, classes: [null] })
    expect(said(made)).toEqual([400, '班级的第1项格式不正确'])
    expect(await desk.detail(batchId)).toEqual(before)
  })

  test('makes no class whose name has no number', async () => {
    const other = await desk.addExam('没有班号')
    const nameless = await desk.send(other, 'student', `${HEAD}0901,新一,第一中学,火箭班\n`)
    const missing = await desk.user.get(`${BASE}/examimport/missingClasses`, { batchId: nameless.batchId })
    expect(missing.data).toMatchObject([{ className: '火箭班', classNo: null }])
    const classes = [{ schoolCode: SCHOOLS[0]?.code, classNo: null }]
    const answer = await desk.post('examimport/createClasses', { batchId: nameless.batchId, classes })
    expect(said(answer)).toEqual([400, '班级「火箭班」里没有班号，请先修改'])
  })
})

test('what was checked and is not all there when it is written is not written', async () => {
  const ctx = (await program().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  const batch = await loadBatch(ctx, batchId)
  const path = ctx.files.tempPath('csv')
  await writeFile(path, `${Object.keys(targetOf('student').changeColumns).join()}\n`)
  const progress = { signal: new AbortController().signal, report: async () => {}, finish: () => Promise.reject() }
  const write = inTransaction(ctx.db, (db) =>
    writeChanges({ ...ctx, db }, path, batch as RowBatch, { fresh: 1, changed: 0 }, progress as never),
  )
  await expect(write).rejects.toThrow('名单在写入时有变动，请重新校验')
})

test('more rows than can be mended at once are not mended', async () => {
  const ctx = (await program().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  const items = Array.from({ length: 100_001 }, (_none, rowId) => ({ rowId, cells: {} }))
  const mend = inTransaction(ctx.db, (db) => mendRows({ ...ctx, db }, batchId, items))
  await expect(mend).rejects.toThrow('一次可修改 1 到 100000 行')
})

test('rows of an exam that is not there are not held for a change', async () => {
  const ctx = (await program().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  const hold = (id: string) => requireOpenExam(ctx, { examId: id, kind: 'student' }, '导入')
  await expect(hold('1')).rejects.toThrow('数据不存在或已被删除')
  const removed = await desk.addExam('删掉的考试')
  await sql`update exam_info set is_deleted = 1 where id = ${removed}`.execute(desk.db)
  await expect(hold(removed)).rejects.toThrow('数据不存在或已被删除')
  await expect(hold(examId)).resolves.toBeUndefined()
})

const UNSAID = '列映射的每项须写明表头行和各列的含义'

describe('columns and schools', () => {
  test('of one meaning twice are refused, and so is a school there is not', async () => {
    const { files } = await desk.detail(batchId)
    const { headerRow = 1, targets = [] } = files[0]?.sheets[0] ?? {}
    const twice = [targets[0] ?? '', targets[0] ?? '', ...targets.slice(2)]
    const sheets = [{ fileNo: 1, sheetNo: 1, headerRow, targets: twice, isIgnored: false }]
    const answer = await desk.post('examimport/mapping', { batchId, sheets })
    expect(answer.status).toBe(400)
    expect(answer.msg).toMatch(/^工作表「.*」有两列的含义相同$/)
    for (const [wrong, told] of [
      [{}, '列映射应为列表'],
      [[null], '列映射的第1项格式不正确'],
      [[{ ...sheets[0], headerRow: 'x' }], UNSAID],
      [[{ ...sheets[0], headerRow: 3e9 }], UNSAID],
      [[{ ...sheets[0], targets: [1] }], UNSAID],
    ]) {
      const refused = await desk.post('examimport/mapping', { batchId, sheets: wrong })
      expect([wrong, ...said(refused)]).toEqual([wrong, 400, told])
    }
    const schools = { 远方中学: '000000000000000000' }
    const strange = await desk.post('examimport/mapping', { batchId, schools })
    expect(said(strange)).toEqual([400, '学校「远方中学」对应的学校不存在'])
    const left = await sql`select 1 from exam_import_alias where alias = '远方中学'`.execute(desk.db)
    expect(left.rows).toEqual([])
    expect((await desk.detail(batchId)).files[0]?.sheets[0]?.targets).toEqual(targets)
  })
})

describe('files', () => {
  test('come to an exam that has its courses, and its papers', async () => {
    const made = await desk.addExam('没有科目')
    await sql`delete from exam_course where exam_id = ${made}`.execute(desk.db)
    const marks = await upload({ examId: made, kind: 'score' }, book('a.csv', '考号,语文\n0101,100\n'))
    expect(marks.status).toBe(400)
    expect(marks.msg).toMatch(/^请先设置考试科目，再导入/)
    const questions = await upload({ kind: 'question' }, book('a.csv', '考号,1\n0101,1\n'))
    expect(said(questions)).toEqual([400, '请先录入试卷题目，再导入小题分'])
    const left = await sql`select 1 from exam_import_batch where kind <> 'student'`.execute(desk.db)
    expect(left.rows).toEqual([])
  })

  test('join the batch of their own exam and kind', async () => {
    const other = await desk.addExam('另一场')
    for (const query of [{ examId: other }, { kind: 'score' }]) {
      const answer = await upload({ batchId, ...query }, book('c.csv', `${HEAD}0901,新一,第一中学,2班\n`))
      expect(said(answer)).toEqual([400, '批次属于另一场考试或另一种类型'])
    }
    expect(await filesOf(batchId)).toEqual(['student.csv'])
  })

  test('take the place of one of their name, and leave one', async () => {
    const first = await upload({}, book('同名.csv'), book('同名.xls.csv', `${HEAD}0901,新一,第一中学,2班\n`))
    await waitForJob(desk.user, first.data.jobId)
    const id = first.data.batchId
    await sql`update exam_import_file set file_name = '同名.csv' where batch_id = ${id}`.execute(desk.db)
    const again = await upload({ batchId: id, isReplace: 1 }, book('同名.csv', `${HEAD}0902,新二,第一中学,2班\n`))
    expect(said(again)).toEqual([400, '批次里有几个与「同名.csv」同名的文件，请先移除其中一个'])
    expect(await filesOf(id)).toHaveLength(2)
    const last = await desk.post('examimport/removeFile', { batchId, fileNo: 1 })
    expect(said(last)).toEqual([400, '批次至少要有一个文件'])
    expect(await filesOf(batchId)).toEqual(['student.csv'])
  })

  test('without a row say so', async () => {
    const sent = await upload({}, book('空.csv', '\n\n'))
    await waitForJob(desk.user, sent.data.jobId)
    const { status, message, files } = await desk.detail(sent.data.batchId)
    expect(status).toBe(batchStates.states.faulty.value)
    expect([message, files[0]?.message]).toEqual([
      expect.stringContaining('空.csv：'),
      expect.stringContaining('文件是空的'),
    ])
  })

  test('are given back marked where a sheet of them is read', async () => {
    const other = await desk.addExam('不读')
    const sent = await desk.send(other, 'student', ROSTER)
    const [sheet] = sent.files[0]?.sheets ?? []
    const sheets = [{ fileNo: 1, sheetNo: 1, headerRow: 1, targets: sheet?.targets ?? [], isIgnored: true }]
    await desk.run('examimport/mapping', { batchId: sent.batchId, sheets })
    const answer = await desk.user.get(`${BASE}/examimport/annotated`, { batchId: sent.batchId })
    expect(said(answer)).toEqual([409, '没有已识别的工作表'])
  })
})

describe('marks', () => {
  let marked = ''
  beforeAll(async () => {
    marked = await desk.addExam('有成绩')
    const list = await desk.send(marked, 'student', ROSTER)
    await desk.run('examimport/commit', { batchId: list.batchId, confirmWarnings: 1 })
  })

  const addMark = (studentNumber: string, scoreText = '100', courseName = '语文') =>
    desk.post('examscorestudentcourseimport/submit', { examId: marked, studentNumber, courseName, scoreText })

  test('have no double of a name, and no list to be kept to', async () => {
    const { batchId: scores } = await desk.send(marked, 'score', '考号,语文\n0101,100\n')
    const names = await desk.post('examimport/confirmSameName', {
      batchId: scores,
      rowIds: [2],
      isConfirmed: 1,
      reason: '核对过',
    })
    expect(said(names)).toEqual([400, '只有考生名单有同班重名'])
    await sql`update exam_import_batch set kind = 'question' where id = ${scores}`.execute(desk.db)
    const only = await desk.post('examimport/keepOnly', { batchId: scores, isOn: 1 })
    expect(said(only)).toEqual([400, '小题分不需要“只保留这些”，可清空后重新导入'])
  })

  test('by hand are marks of a course for somebody on the list; what is wrong stands at its field', async () => {
    const wrong = async (...typed: Parameters<typeof addMark>) => {
      const refused = await addMark(...typed)
      return [refused.status, refused.body['data']]
    }
    const at = (field: string, message: string) => [400, { problems: [{ field, message }] }]
    expect(await wrong('0102', '八十')).toEqual(at('scoreText', '原始文本不是分数'))
    expect(await wrong('0102', '150.5')).toEqual(at('scoreText', '分数应在 0 到 150 之间'))
    expect(await wrong('0102', '80.3')).toEqual(at('scoreText', '分数应为 0.5 的倍数'))
    expect(await wrong('0999')).toEqual(at('studentNumber', '考号 0999 不在考生名单'))
    expect(await wrong('0102', '80', '德语')).toEqual(at('courseName', '科目「德语」不在本次考试'))
    const kept = await sql`select 1 from exam_score_student_course_import where exam_id = ${marked}`.execute(desk.db)
    expect(kept.rows).toEqual([])
  })

  test('that came after the check keep their students on the list, and the list', async () => {
    const only = await desk.send(marked, 'student', ROSTER.split('\n').slice(0, 2).join('\n'))
    await desk.run('examimport/keepOnly', { batchId: only.batchId, isOn: 1 })
    expect((await desk.detail(only.batchId)).gone?.num).toBeGreaterThan(0)
    const { data } = await desk
      .detail(only.batchId)
      .then(async ({ gone }) => addMark(gone?.rows[0]?.studentNumber ?? ''))
    expect(data.id).toBeTruthy()
    const commit = desk.run('examimport/commit', { batchId: only.batchId, confirmWarnings: 1, confirmRemovals: 1 })
    await expect(commit).rejects.toThrow('要移除的考生中有 1 名已有成绩，请先移除他们的成绩')
    const clear = await desk.post('examstudentimport/delAllByExamId', { examId: marked, examName: '有成绩' })
    expect(said(clear)).toEqual([409, '该考试还有成绩，请先清空成绩'])
    const list = await sql`select 1 from exam_student_import where exam_id = ${marked} and is_deleted = 0`.execute(
      desk.db,
    )
    expect(list.rows).toHaveLength(4)
  })
})
