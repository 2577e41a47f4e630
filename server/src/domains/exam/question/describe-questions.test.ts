import type { ImportSheet, SheetMapping } from '@xueheng/contract/domains/exam/import.ts'
import { describe, expect, test } from 'vitest'
import type { SheetHead } from '../import/describe-sheet.ts'
import { describeQuestionSheets, mapQuestionSheet, questionTargets } from './describe-questions.ts'
import type { Paper } from './papers.ts'

/* How sheets of question scores are read before anybody says so. */

function paper(courseName: string, paperCode: string, questions: string[], more: Partial<Paper> = {}): Paper {
  return { courseId: 1, courseName, names: [courseName], paperCode, questions, fulls: {}, parents: [], ...more }
}

const CHINESE = paper('语文', 'A', ['1', '2', '3(1)', '3(2)'], { parents: ['3'] })
const CHINESE_B = paper('语文', 'B', ['1', 'B1', 'B2'])
const MATHS = paper('数学', 'A', ['1', '2', 'M1'], { courseId: 2, names: ['数学', '理数'] })

function sheet(name: string, rows: string[][], more: Partial<SheetHead> = {}): SheetHead {
  const head = rows.map((cells, i) => ({ rowNo: i + 1, cells }))
  return { name, isHidden: false, rowNum: rows.length, head, ...more }
}

function describeAll(papers: Paper[], fileName: string, ...heads: SheetHead[]): ImportSheet[] {
  return describeQuestionSheets(papers, { fileNo: 7, fileName }, heads)
}

/** The only sheet of a file. */
function read(rows: string[][], papers = [CHINESE], name = 'Sheet1', fileName = '小题分.xlsx'): ImportSheet {
  const [only] = describeAll(papers, fileName, sheet(name, rows))
  if (!only) throw new Error('no sheet is described')
  return only
}

const ANNA = ['0101', '张一', '50', 'A']

describe('the header of a sheet of question scores', () => {
  test.each([
    ['is the row with the exam number', [['语文小题分'], ['考号', '姓名', '1', '2'], ANNA], 2, ['1', '2']],
    ['takes in the full marks below it', [['考号', '姓名', '1', '2'], ['满分', '', '50', '12.5'], ANNA], 2, ['1', '2']],
    [
      'takes full marks without their name',
      [
        ['考号', '姓名', '1', '2'],
        ['', '分值', '50', '50'],
      ],
      2,
      ['1', '2'],
    ],
    [
      'takes in no student',
      [
        ['考号', '姓名', '1', '2'],
        ['0101', '', '50', '50'],
      ],
      1,
      ['1', '2'],
    ],
    ['takes in no line of letters', [['考号', '姓名', '1', '2'], ['', '', 'A', '50'], ANNA], 1, ['1', '2']],
    ['takes in no line without marks', [['考号', '姓名', '1', '2'], ['满分', '', '', ''], ANNA], 1, ['1', '2']],
    ['takes the numbers above it', [['题号', '', '1', '2'], ['考号', '姓名', '甲', '乙'], ANNA], 2, ['1', '2']],
    ['takes the numbers below it', [['考号', '姓名', '甲', '乙'], ['', '', '1', '2'], ANNA], 2, ['1', '2']],
    [
      'takes the numbers below it and their full marks',
      [['考号', '姓名', '甲', '乙'], ['题号', '', '1', '2'], ['满分', '', '50', '50'], ANNA],
      3,
      ['1', '2'],
    ],
    ['keeps a title that has no number', [['', '', '1', ''], ['考号', '姓名', '甲', '备注'], ANNA], 2, ['1', '备注']],
    [
      'takes no numbers of a line of others',
      [['班级', '', '1', '2'], ['考号', '姓名', '甲', '乙'], ANNA],
      2,
      ['甲', '乙'],
    ],
    ['takes no others where it has numbers', [['', '', '2', '1'], ['考号', '姓名', '1', '2'], ANNA], 2, ['1', '2']],
  ])('%s', (_what, rows, headerRow, titles) => {
    expect(read(rows)).toMatchObject({ headerRow, titles: ['考号', '姓名', ...titles] })
  })

  test('may be shorter than the numbers beside it', () => {
    expect(read([['考号'], ['', '1', '2'], ['0101', '50', '50']])).toMatchObject({
      headerRow: 2,
      titles: ['考号', '1', '2'],
      targets: ['studentNumber', 'question:1', 'question:2'],
    })
  })

  test('of a row for every question has no numbers beside it', () => {
    const rows = [
      ['考号', '题号', '得分'],
      ['', '甲', '2'],
      ['0101', '1', '50'],
    ]
    expect(read(rows)).toMatchObject({
      headerRow: 1,
      titles: rows[0],
      targets: ['studentNumber', 'questionNo', 'markText'],
      layout: 'long',
    })
  })

  test('is not there without an exam number, and then nobody knows the paper', () => {
    expect(
      read(
        [
          ['姓名', '1', '2'],
          ['张一', '50', '50'],
        ],
        [CHINESE],
        '语文',
      ),
    ).toMatchObject({
      headerRow: 0,
      layout: 'unknown',
      titles: ['姓名', '1', '2'],
      courseName: '',
      paperCode: '',
      isIgnored: false,
    })
  })
})

const HEAD = ['考号', '姓名', '1', '2']
const paperOf = ({ courseName, paperCode, layout }: ImportSheet) => [courseName, paperCode, layout]

describe('the paper of a sheet', () => {
  test.each([
    ['高三语文', '数学.xlsx', ['语文', 'A', 'wide']],
    ['理数', '语文.xlsx', ['数学', 'A', 'wide']],
    ['Sheet1', '数学小题.xlsx', ['数学', 'A', 'wide']],
    ['语文和数学', '数学.xlsx', ['', '', 'unknown']],
    ['Sheet1', '小题分.xlsx', ['', '', 'unknown']],
  ])('is told by the name of the sheet, then of the file: %s in %s', (name, fileName, told) => {
    expect(paperOf(read([HEAD, ANNA], [CHINESE, MATHS], name, fileName))).toEqual(told)
  })

  test('is not told by the file where several sheets have rows', () => {
    const told = (rowNum: number) =>
      describeAll([CHINESE, MATHS], '数学.xlsx', sheet('一班', [HEAD, ANNA]), sheet('二班', [HEAD], { rowNum })).map(
        ({ courseName }) => courseName,
      )
    expect([told(1), told(0)]).toEqual([
      ['', ''],
      ['数学', '数学'],
    ])
  })

  test('is that of the only course, whatever the sheet is called', () => {
    expect(paperOf(read([HEAD, ANNA], [MATHS]))).toEqual(['数学', 'A', 'wide'])
  })

  test.each([
    ['语文b卷', HEAD, 'B'],
    ['语文A卷', ['考号', '姓名', 'B1', 'B2'], 'A'],
    ['语文', ['考号', '姓名', 'B1', 'B2'], 'B'],
    ['语文', HEAD, 'A'],
  ])('of two papers is the one it names, or whose questions it has: %s with %j', (name, head, code) => {
    expect(read([head, ANNA], [CHINESE, CHINESE_B], name).paperCode).toBe(code)
  })
})

test('a sheet without rows is passed over as empty, a hidden one as hidden', () => {
  const heads = [
    sheet('语文', [HEAD, ANNA]),
    sheet('空', [], { isHidden: true }),
    sheet('藏', [HEAD, ANNA], { isHidden: true }),
  ]
  const told = describeAll([CHINESE], '语文.xlsx', ...heads)
  expect(
    told.map(({ fileNo, sheetNo, name, rowNum, isIgnored, leftOut }) => [
      fileNo,
      sheetNo,
      name,
      rowNum,
      isIgnored,
      leftOut,
    ]),
  ).toEqual([
    [7, 1, '语文', 2, false, undefined],
    [7, 2, '空', 0, true, 'empty'],
    [7, 3, '藏', 2, true, 'hidden'],
  ])
})

describe('what a column of question scores fills', () => {
  const targetsOf = (...titles: string[]) => questionTargets(titles, CHINESE, [CHINESE, CHINESE_B, MATHS])

  test.each([
    ['第1题', 'question:1'],
    ['3-1', 'question:3(1)'],
    ['B1', 'question:B1'],
    ['9', 'question:9'],
    ['12（2）', 'question:12(2)'],
    ['3', ''],
    ['1234', ''],
    ['M1', ''],
    ['总分', ''],
    ['班级', ''],
    ['', ''],
    ['校验结果', ''],
  ])('%s fills %j', (title, target) => {
    expect(targetsOf('考号', title)).toEqual(['studentNumber', target])
  })

  test('is filled by the first of two columns', () => {
    expect(targetsOf('考号', '1', '第1题', '2')).toEqual(['studentNumber', 'question:1', '', 'question:2'])
  })

  test('is the question that is written so, before one that is written otherwise', () => {
    const twice = paper('语文', 'A', ['1-1', '1(1)'])
    expect(questionTargets(['1(1)', '1.1'], twice, [twice])).toEqual(['question:1(1)', 'question:1-1'])
  })

  test('is no question where a row is of one question', () => {
    const titles = ['考号', '题号', '得分', '1']
    expect(targetsOf(...titles)).toEqual(['studentNumber', 'questionNo', 'markText', ''])
  })

  test('is no question while nobody knows the paper', () => {
    expect(questionTargets(['考号', '1'], undefined, [CHINESE, MATHS])).toEqual(['studentNumber', ''])
  })
})

describe('what a user says of a sheet of question scores', () => {
  const before = read([HEAD, ANNA], [CHINESE], '语文')
  const papers = [CHINESE, CHINESE_B, MATHS]
  const map = (change: Partial<SheetMapping>, of = before) => {
    const { fileNo, sheetNo, headerRow, targets, courseName = '', paperCode = '' } = before
    return mapQuestionSheet(papers, of, {
      fileNo,
      sheetNo,
      headerRow,
      targets,
      courseName,
      paperCode,
      isIgnored: false,
      ...change,
    })
  }

  test('passes it over, for the reason it was passed over before if there is one', () => {
    expect(map({ isIgnored: true })).toEqual({ ...before, isIgnored: true, leftOut: 'ignored' })
    const hidden: ImportSheet = { ...before, isIgnored: true, leftOut: 'hidden' }
    expect(map({ isIgnored: true }, hidden)).toEqual(hidden)
    expect(map({}, hidden)).toEqual(before)
  })

  test('takes the columns as given where the paper stays, and reads them anew for another', () => {
    const targets = ['studentNumber', '', 'question:2', 'question:1']
    expect(map({ targets })).toEqual({ ...before, targets })
    expect(map({ targets: targets.slice(0, 1) })).toMatchObject({
      targets: ['studentNumber', '', '', ''],
      layout: 'unknown',
    })
    expect(map({ targets, courseName: '数学', paperCode: '' })).toMatchObject({
      courseName: '数学',
      paperCode: 'A',
      targets: before.targets,
    })
    expect(map({ targets, paperCode: 'B' })).toMatchObject({ paperCode: 'B', targets: before.targets })
  })

  test.each([
    [{ headerRow: 2 }, '小题分的表头行由系统识别，请调整工作簿后重新上传'],
    [{ courseName: '英语' }, '请选择工作表「语文」的科目与试卷'],
    [{ paperCode: 'C' }, '请选择工作表「语文」的科目与试卷'],
    [{ targets: ['className'] }, '列的含义不正确'],
    [{ targets: ['', '', 'question:1', 'question:1'] }, '工作表「语文」有两列的含义相同'],
  ])('is refused with %j', (change, refusal) => {
    expect(() => map(change)).toThrow(refusal)
  })
})
