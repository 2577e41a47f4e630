import { describe, expect, test } from 'vitest'
import { detectSheet, otherKindOf } from './detect-sheet.ts'

const COURSES = [
  { name: '语文', aliases: [] },
  { name: '外语', aliases: ['英语'] },
]

test('finds a header below titles and knows aliases, parts and decorations', () => {
  const head = [
    { rowNo: 1, cells: ['望澜区高三成绩表'] },
    { rowNo: 2, cells: ['说明', '语文'] },
    {
      rowNo: 4,
      cells: ['准考证号 ', '姓名*', '语文（原始分）', '英语', '英语_客观', '英语（主观题）', '总分', '姓名'],
    },
    { rowNo: 5, cells: ['001', '张三', '98', '100', '60', '40', '198', ''] },
  ]
  expect(detectSheet('score', head, COURSES)).toEqual({
    headerRow: 4,
    layout: 'wide',
    titles: head[2]?.cells,
    targets: [
      'studentNumber',
      'studentName',
      'course:语文:score',
      'course:外语:score',
      'course:外语:objective',
      'course:外语:subjective',
      '',
      '',
    ],
    questions: [
      {
        target: 'studentName',
        columns: [
          { column: 1, samples: ['张三'] },
          { column: 7, samples: [] },
        ],
      },
    ],
  })
})

test('tells long score lists and rosters', () => {
  expect(detectSheet('score', [{ rowNo: 1, cells: ['考号', '科目', '成绩'] }], COURSES).layout).toBe('long')
  expect(detectSheet('student', [{ rowNo: 1, cells: ['考号', '姓名', '学校', '班级'] }], COURSES).layout).toBe('roster')
  expect(detectSheet('score', [{ rowNo: 1, cells: ['考号', '姓名'] }], COURSES).layout).toBe('unknown')
})

test('answers unknown where no row looks like a header', () => {
  expect(detectSheet('student', [{ rowNo: 1, cells: ['随便写写'] }], COURSES).headerRow).toBe(0)
})

describe('a header of two lines', () => {
  test('courses over what is told of each: the total is the mark, grades and ranks are passed over', () => {
    const head = [
      { rowNo: 1, cells: ['望澜一中成绩表'] },
      { rowNo: 2, cells: ['考号', '姓名', '语文', '', '英语', '', '', '总分'] },
      { rowNo: 3, cells: ['', '', '成绩', '等级', '卷面', '总分', '名次'] },
      { rowNo: 4, cells: ['001', '张三', '98', 'B', '100', '101', '3', '199'] },
    ]
    expect(detectSheet('score', head, COURSES)).toEqual({
      headerRow: 3,
      layout: 'wide',
      titles: ['考号', '姓名', '语文_成绩', '语文_等级', '英语_卷面', '英语_总分', '英语_名次', '总分'],
      targets: ['studentNumber', 'studentName', 'course:语文:score', '', '', 'course:外语:score', '', ''],
      questions: [
        {
          target: 'course:外语:score',
          columns: [
            { column: 4, samples: ['100'] },
            { column: 5, samples: ['101'] },
          ],
        },
      ],
    })
  })

  test('number and name merged over both lines, courses below a group title', () => {
    const head = [
      { rowNo: 1, cells: ['第一中学成绩册'] },
      { rowNo: 2, cells: ['考号', '姓名', '各科成绩'] },
      { rowNo: 3, cells: ['', '', '语文', '英语'] },
      { rowNo: 4, cells: ['001', '张三', '98', '100'] },
    ]
    expect(detectSheet('score', head, COURSES)).toEqual({
      headerRow: 3,
      layout: 'wide',
      titles: ['考号', '姓名', '语文', '英语'],
      targets: ['studentNumber', 'studentName', 'course:语文:score', 'course:外语:score'],
      questions: [],
    })
    expect(otherKindOf('score', head, COURSES)).toBeUndefined()
  })

  test('three lines: a group, its courses, and what is told of each', () => {
    const head = [
      { rowNo: 1, cells: ['考号', '姓名', '各科成绩'] },
      { rowNo: 2, cells: ['', '', '语文', '', '英语'] },
      { rowNo: 3, cells: ['', '', '分数', '名次', '分数', '名次'] },
      { rowNo: 4, cells: ['001', '张三', '98', '1', '100', '2'] },
    ]
    expect(detectSheet('score', head, COURSES)).toMatchObject({
      headerRow: 3,
      titles: ['考号', '姓名', '语文_分数', '语文_名次', '英语_分数', '英语_名次'],
      targets: ['studentNumber', 'studentName', 'course:语文:score', '', 'course:外语:score', ''],
    })
  })

  test('groups that name no course leave the line below as it is', () => {
    const head = [
      { rowNo: 1, cells: ['基本信息', '', '各科成绩'] },
      { rowNo: 2, cells: ['考号', '姓名', '语文', '英语'] },
    ]
    expect(detectSheet('score', head, COURSES)).toMatchObject({
      headerRow: 2,
      titles: head[1]?.cells,
      targets: ['studentNumber', 'studentName', 'course:语文:score', 'course:外语:score'],
    })
  })

  test('parts below their course', () => {
    const head = [
      { rowNo: 1, cells: ['考号', '语文', '', '英语', ''] },
      { rowNo: 2, cells: ['', '客观题', '主观题', '客观', '主观'] },
    ]
    expect(detectSheet('score', head, COURSES).targets).toEqual([
      'studentNumber',
      'course:语文:objective',
      'course:语文:subjective',
      'course:外语:objective',
      'course:外语:subjective',
    ])
  })

  test('the titles of two lines in one, as a workbook given back has them, mean the same', () => {
    const head = [{ rowNo: 1, cells: ['考号', '语文_卷面', '语文_总分', '语文_等级'] }]
    expect(detectSheet('score', head, COURSES).targets).toEqual(['studentNumber', '', 'course:语文:score', ''])
  })
})

describe('words of schools in a header', () => {
  const NINE = ['语文', '数学', '外语', '物理', '化学', '生物', '政治', '历史', '地理'].map((name) => ({
    name,
    aliases: [],
  }))
  const targets = (titles: string[], courses = NINE) =>
    detectSheet('score', [{ rowNo: 1, cells: ['考号', ...titles] }], courses).targets.slice(1)

  test('one letter stands for a course', () => {
    expect(targets(['语', '数', '英', '物', '化', '生', '政', '史', '地'])).toEqual(
      NINE.map(({ name }) => `course:${name}:score`),
    )
  })

  test('line ends, blanks and full marks do not hide a course', () => {
    expect(targets(['语\n文', '数 学\n（150分）', '英语150分', '物理\n满分100', '化学/100'])).toEqual(
      ['语文', '数学', '外语', '物理', '化学'].map((name) => `course:${name}:score`),
    )
  })

  test('a word that may mean two courses means none', () => {
    const two = ['英语', '外语'].map((name) => ({ name, aliases: [] }))
    expect(targets(['英', '外语'], two)).toEqual(['', 'course:外语:score'])
  })

  test('two columns of one course are a question, with the plainer title as its first answer', () => {
    const { questions, targets } = detectSheet('score', [{ rowNo: 1, cells: ['考号', '语文成绩', '语文'] }], NINE)
    expect(questions).toMatchObject([{ target: 'course:语文:score', columns: [{ column: 1 }, { column: 2 }] }])
    expect(targets).toEqual(['studentNumber', '', 'course:语文:score'])
  })
})

describe('lists of teachers', () => {
  test('long and wide', () => {
    const long = [{ rowNo: 1, cells: ['学校', '班级', '科目', '任课教师', '班主任'] }]
    expect(detectSheet('teacher', long, COURSES)).toMatchObject({
      layout: 'long',
      targets: ['schoolText', 'classText', 'courseName', 'teacherName', 'leaderText'],
    })
    const wide = [
      { rowNo: 1, cells: ['任课安排'] },
      { rowNo: 2, cells: ['学校', '班级', '语文', '英语教师'] },
    ]
    expect(detectSheet('teacher', wide, COURSES)).toMatchObject({
      headerRow: 2,
      layout: 'wide',
      targets: ['schoolText', 'classText', 'course:语文:score', 'course:外语:score'],
    })
    expect(detectSheet('teacher', [{ rowNo: 1, cells: ['学校', '班级'] }], COURSES).layout).toBe('unknown')
  })
})

test('a sheet of another kind is known for what it is', () => {
  const roster = [{ rowNo: 1, cells: ['考号', '姓名', '学校', '班级', '性别'] }]
  const scores = [{ rowNo: 1, cells: ['考号', '姓名', '学校', '班级', '语文', '英语', '语文客观'] }]
  const teachers = [{ rowNo: 1, cells: ['学校', '班级', '语文', '英语'] }]
  const kinds = (head: typeof roster) =>
    (['student', 'score', 'teacher'] as const).map((kind) => otherKindOf(kind, head, COURSES))
  expect(kinds(roster)).toEqual([undefined, 'student', 'student'])
  expect(kinds(scores)).toEqual(['score', undefined, 'score'])
  expect(kinds(teachers)).toEqual(['teacher', 'teacher', undefined])
})
