import type { LeftOut } from '@xueheng/contract/domains/exam/left-out.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BookSheet, makeBook } from '../../../../test/fixtures/books.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp, waitForJob } from '../../../../test/harness.ts'
import { readEntries } from '../../../../test/unzip.ts'
import { zipOf } from '../../../../test/fixtures/zip-of.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('期末')
  const { batchId } = await desk.send(examId, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId })
})

/** As `reason num: row numbers`, sheet by sheet. */
function told(leftOut: LeftOut[]): string[] {
  return leftOut.map(({ sheetNo, reason, num, rowNos }) => `${sheetNo} ${reason} ${num}: ${rowNos.join(' ')}`.trim())
}

const sendBook = async (sheets: BookSheet[]) => desk.send(examId, 'score', await makeBook('xlsx', sheets))

const HEAD = [
  ['第一中学高三期末成绩册'],
  ['', '', '', '各科成绩', '', '', '总分'],
  ['序号', '考号', '姓名', '语', '数', '英'],
]
/** Number and name are merged over both lines, the courses stand below the title of their group. */
const MERGED = [
  ['第一中学高三期末成绩册'],
  ['序号', '考号', '姓名', '各科成绩', '', '', '总分'],
  ['', '', '', '语', '数', '英'],
]
const PEOPLE = [
  ['1', '0101', '张一', '100', '90', '80', '270'],
  ['2', '0102', '李·二', '100', '90', '80', '270'],
  ['3', '0103', '王三', '100', '90', '缺考', '190'],
]

describe('rows of a sheet', () => {
  test('printed pages: titles, repeated heads and foot lines are named, everybody is taken', async () => {
    const page = (no: number) => [
      ...(no > 1 ? MERGED : []),
      ...PEOPLE.slice(no - 1, no),
      ['', '', '平均分', '100', '90', '80', '270'],
      ['', `第 ${no} 页 共 3 页`],
    ]
    const rows = [...MERGED, ...page(1), ...page(2), ...page(3), ['合 计', '3'], ['制表人：张三', '', '审核：李四']]
    const batch = await sendBook([{ name: '成绩', rows: [...rows, ['4'], ['', '', '备注', '缺考 1 人']] }])
    expect(batch).toMatchObject({ status: 3, message: '', counts: { read: 22, rows: 3, left: 19, faulty: 0 } })
    expect(told(batch.leftOut)).toEqual([
      '1 head 3: 1 2 3',
      '1 repeat 6: 7 8 9 13 14',
      '1 foot 9: 5 6 11 12 17',
      '1 blank 1: 21',
    ])
  })

  test('a foot word in the name of a row with a number and a name does not cost the row', async () => {
    const rows = [
      ['备注', '考号', '姓名', '语文'],
      ['说明', '0101', '张一', '100'],
      ['备注：借读', '0102', '李·二', '100'],
    ]
    expect(await sendBook([{ name: '成绩', rows }])).toMatchObject({ counts: { read: 3, rows: 2, left: 1 } })
  })

  test('a row without a number keeps its marks in sight as an error', async () => {
    const rows = [
      ['考号', '姓名', '语文'],
      ['', '张一', '100'],
      ['0102', '李·二', '100'],
    ]
    expect(await sendBook([{ name: '成绩', rows }])).toMatchObject({
      status: 2,
      counts: { rows: 2, left: 1, faulty: 1 },
    })
  })

  test('groups above their courses, with number and name in the lower line', async () => {
    const batch = await sendBook([{ name: '成绩', rows: [...HEAD, ...PEOPLE] }])
    expect(batch).toMatchObject({ status: 3, counts: { rows: 3, fresh: 9, left: 3 } })
  })

  test('left rows are listed with their reason', async () => {
    const rows = [
      ['考号', '语文'],
      ['0101', '100'],
      ['平均分', '100'],
    ]
    const { batchId } = await sendBook([{ name: '成绩', rows }])
    const found = await desk.user.get('/api/bigdata-service/examimport/rows', { batchId, level: 'left' })
    expect(found.data.records).toMatchObject([{ row: { rowNo: 3, faults: [{ level: 'left', code: 'foot' }] } }])
    const faulty = await desk.user.get('/api/bigdata-service/examimport/rows', { batchId, onlyFaulty: 1 })
    expect(faulty.data.total).toBe(0)
  })
})

describe('rows the user decides on', () => {
  const rows = [
    ['考号', '姓名', '语文'],
    ['0101', '张一', '100'],
    ['9999', '生人', '60'],
    ['平均分', '', '80'],
  ]
  const rowIds = async (batchId: string, query: Record<string, unknown>) => {
    const found = await desk.user.get('/api/bigdata-service/examimport/rows', { batchId, ...query })
    return found.data.records.map(({ row }: { row: { rowId: number } }) => row.rowId) as number[]
  }

  test('a stranger is left out with a reason, listed, and taken back', async () => {
    const { batchId, counts } = await sendBook([{ name: '成绩', rows }])
    expect(counts).toMatchObject({ rows: 2, left: 2, faulty: 1 })
    const stranger = await rowIds(batchId, { onlyFaulty: 1 })
    const bare = await desk.post('examimport/choose', { batchId, rowIds: stranger, isTaken: 0 })
    expect([bare.status, bare.msg]).toEqual([400, '请填写不导入的原因'])
    await desk.run('examimport/choose', { batchId, rowIds: stranger, isTaken: 0, reason: '外校借考' })
    const left = await desk.detail(batchId)
    expect(left).toMatchObject({ status: 3, counts: { rows: 1, left: 3, faulty: 0 } })
    expect(told(left.leftOut)).toContain('1 chosen 1: 3')
    const listed = await desk.user.get('/api/bigdata-service/examimport/rows', {
      batchId,
      level: 'left',
      code: 'chosen',
    })
    expect(listed.data.records).toMatchObject([{ row: { rowNo: 3, faults: [{ text: '外校借考' }] } }])
    await desk.run('examimport/choose', { batchId, rowIds: stranger, isTaken: null })
    expect(await desk.detail(batchId)).toMatchObject({ status: 2, counts })
  })

  test('a row that was taken for a foot line is imported on demand', async () => {
    const { batchId } = await sendBook([{ name: '成绩', rows }])
    const [foot = 0] = await rowIds(batchId, { level: 'left', code: 'foot' })
    await desk.run('examimport/choose', { batchId, rowIds: [foot], isTaken: 1 })
    expect((await desk.detail(batchId)).counts).toMatchObject({ rows: 3, left: 1 })
  })

  test('rows of another batch cannot be decided on', async () => {
    const { batchId } = await sendBook([{ name: '成绩', rows }])
    const answer = await desk.post('examimport/choose', { batchId, rowIds: [999_999], isTaken: 0, reason: '无' })
    expect(answer.msg).toBe('所选的行已不存在')
  })
})

describe('sheets of a workbook', () => {
  const SCORES = {
    name: '成绩',
    rows: [
      ['考号', '语文'],
      ['0101', '100'],
    ],
  }

  test('a cover, an empty, a hidden sheet and one of another kind are left out by name', async () => {
    const roster = ROSTER.trim()
      .split('\n')
      .map((line) => line.split(','))
    const batch = await sendBook([
      { name: '封面', rows: [['期末考试成绩报送'], ['学校', '第一中学'], ['联系人', '张三']] },
      SCORES,
      { name: 'Sheet3', rows: [] },
      {
        name: '底稿',
        rows: [
          ['考号', '语文'],
          ['0102', '1'],
        ],
        isHidden: true,
      },
      { name: '名单', rows: roster },
    ])
    expect(batch).toMatchObject({ status: 3, message: '', counts: { read: 12, rows: 1, left: 11 } })
    expect(told(batch.leftOut)).toEqual(['1 cover 3:', '2 head 1: 1', '3 empty 0:', '4 hidden 2:', '5 otherKind 5:'])
  })

  test('where every sheet would be left out, the one with the most rows is read, also a hidden one', async () => {
    const cover = { name: '封面', rows: [['期末考试成绩报送'], ['学校', '第一中学']] }
    const rows = [...SCORES.rows, ['0102', '1']]
    const batch = await sendBook([cover, { name: '底稿', rows, isHidden: true }, { name: '空表', rows: [] }])
    expect(batch).toMatchObject({ status: 3, message: '', counts: { read: 5, rows: 2, left: 3 } })
    expect(told(batch.leftOut)).toEqual(['1 cover 2:', '2 head 1: 1', '3 empty 0:'])
    expect(batch.files[0]?.sheets.map(({ isIgnored }) => isIgnored)).toEqual([true, false, true])
    const unknown = await sendBook([cover, { name: '附言', rows: [['请查收']] }])
    expect(unknown).toMatchObject({
      status: 2,
      message: 'score.xlsx「封面」未识别出表头，请指定列的含义或忽略该表',
    })
  })

  test('a second table whose head is not understood is a question, and an answer takes or leaves it', async () => {
    const batch = await sendBook([
      SCORES,
      {
        name: '二班',
        rows: [
          ['编号', '甲', '乙'],
          ['0102', '90', '80'],
        ],
      },
    ])
    expect(batch).toMatchObject({ status: 2, message: 'score.xlsx「二班」未识别出表头，请指定列的含义或忽略该表' })
    expect(told(batch.leftOut)).toEqual(['1 head 1: 1', '2 unknown 2:'])
    const [first, second] = batch.files[0]?.sheets ?? []
    await desk.run('examimport/mapping', { batchId: batch.batchId, sheets: [{ ...second, isIgnored: true }] })
    const left = await desk.detail(batch.batchId)
    expect(left).toMatchObject({ status: 3, message: '', counts: { rows: 1, left: 3 } })
    expect(told(left.leftOut)).toContain('2 ignored 2:')
    const targets = ['studentNumber', 'course:语文:score', '']
    const sheets = [first, { ...second, headerRow: 1, isIgnored: false, targets }]
    await desk.run('examimport/mapping', { batchId: batch.batchId, sheets })
    expect(await desk.detail(batch.batchId)).toMatchObject({ status: 3, counts: { read: 4, rows: 2, left: 2 } })
  })

  test('two columns of one course wait for an answer, which is remembered', async () => {
    const rows = [
      ['考号', '语文', '数学', '语文成绩'],
      ['0101', '100', '90', '99'],
    ]
    const batch = await sendBook([{ name: '成绩', rows }])
    const told = 'score.xlsx「成绩」有 2 列都是语文：第 2 列「语文」、第 4 列「语文成绩」，请选择导入哪一列'
    expect(batch).toMatchObject({ status: 2, message: told })
    expect((await desk.post('examimport/commit', { batchId: batch.batchId })).status).toBe(409)
    const sheet = {
      ...batch.files[0]?.sheets[0],
      targets: ['studentNumber', '', 'course:数学:score', 'course:语文:score'],
    }
    await desk.run('examimport/mapping', { batchId: batch.batchId, sheets: [sheet] })
    expect(await desk.detail(batch.batchId)).toMatchObject({ status: 3, message: '' })
    const again = await sendBook([{ name: '成绩', rows: [...rows, ['0102', '1', '2', '3']] }])
    expect(again).toMatchObject({ status: 3, files: [{ sheets: [{ isRemembered: true, targets: sheet.targets }] }] })
  })
})

describe('files of an upload', () => {
  const CSV = '考号,语文\n0101,100\n'

  async function sendZip(members: Record<string, string>) {
    const answer = await desk.upload(examId, 'score', { name: '报送.zip', body: await zipOf(members) })
    await waitForJob(desk.user, answer.data.jobId)
    return desk.detail(answer.data.batchId)
  }

  test('what is no workbook and what came twice is named and not read', async () => {
    const batch = await sendZip({ '一.csv': CSV, '二.csv': CSV, '说明.docx': 'text' })
    expect(batch).toMatchObject({ status: 3, counts: { read: 2, rows: 1, left: 1 } })
    expect(batch.files.map(({ fileName, leftOut, message }) => [fileName, leftOut, message])).toEqual([
      ['一.csv', null, ''],
      ['二.csv', 'same', '与「一.csv」内容相同，没有重复读取'],
      ['说明.docx', 'notBook', '不是工作簿，没有读取'],
    ])
  })

  test('the copy of a file is read when the file is removed', async () => {
    const { batchId } = await sendZip({ '一.csv': CSV, '二.csv': CSV })
    await desk.run('examimport/removeFile', { batchId, fileNo: 1 })
    expect(await desk.detail(batchId)).toMatchObject({
      status: 3,
      counts: { read: 2, rows: 1 },
      files: [{ fileName: '二.csv', leftOut: null, message: '' }],
    })
  })

  test('a mended workbook takes the place of the file it came from, and of no other', async () => {
    const bad = '考号,语文\n0102,101.3\n'
    const { batchId } = await sendZip({ '东区/一.csv': CSV, '东区/二.csv': bad })
    const replace = (name: string, text: string) =>
      desk.user.upload('/api/bigdata-service/examimport/upload', { examId, kind: 'score', batchId, isReplace: '1' }, [
        { name, body: Buffer.from(text) },
      ])
    const stranger = await replace('三.csv', bad)
    expect(stranger.msg).toMatch(/没有与「三.csv」同名的文件/)
    expect((await desk.detail(batchId)).files).toHaveLength(2)
    const given = await desk.user.get('/api/bigdata-service/examimport/annotated', { batchId })
    expect(readEntries(given.raw).map((entry) => entry.name)).toEqual([
      '东区/一-校验结果.xlsx',
      '东区/二-校验结果.xlsx',
    ])
    const mended = await replace('二-校验结果 (1).csv', bad.replace('101.3', '101.5'))
    await waitForJob(desk.user, mended.data.jobId)
    expect(await desk.detail(batchId)).toMatchObject({
      status: 3,
      counts: { read: 4, rows: 2, faulty: 0 },
      files: [{ fileName: '东区/一.csv' }, { fileName: '二-校验结果 (1).csv' }],
    })
  })

  test('an ods of a school is read like any other workbook', async () => {
    const body = await makeBook('ods', [{ name: '成绩', rows: [...MERGED, ...PEOPLE] }])
    const answer = await desk.upload(examId, 'score', { name: '一中.ods', body })
    await waitForJob(desk.user, answer.data.jobId)
    expect(await desk.detail(answer.data.batchId)).toMatchObject({ status: 3, counts: { rows: 3, fresh: 9, left: 3 } })
  })
})
