import type { Field } from '../../kit/field.ts'
import { examScoreImport } from './exam-score-import.ts'
import { examStudentImport } from './exam-student-import.ts'
import { examTeacherImport } from './exam-teacher-import.ts'
import type { ImportKind } from './import.ts'

/** 导入类型的事实：标题、单位、每类工作簿的列、表头的各种写法。 */
export interface KindFacts {
  title: string
  /** What one record is called after a number: 12 名考生. */
  unit: string
  /** What an exam must allow for it; one that leads elsewhere than it started takes back the checks. */
  action: 'import' | 'importTeacher' | 'importQuestion'
  /** Which parts of a course a column may hold; none: no column per course. */
  parts: ScorePart[]
  /** Without these a sheet cannot be read; one of each list is enough. */
  needs: string[][]
  /** The same where a locked seating plan of the exam has the numbers, by student code. */
  plannedNeeds?: string[][]
}

export const IMPORT_KINDS: Record<ImportKind, KindFacts> = {
  student: {
    title: '考生名单',
    unit: '名考生',
    action: 'import',
    parts: [],
    needs: [['studentNumber'], ['studentName']],
    plannedNeeds: [['studentNumber', 'studentCode'], ['studentName']],
  },
  score: {
    title: '成绩',
    unit: '条成绩',
    action: 'import',
    parts: ['score', 'objective', 'subjective'],
    needs: [['studentNumber']],
  },
  teacher: {
    title: '任课教师',
    unit: '条任课',
    action: 'importTeacher',
    parts: ['score'],
    needs: [['schoolText', 'schoolCodeText'], ['classText']],
  },
  question: {
    title: '小题分',
    unit: '条小题分',
    action: 'importQuestion',
    parts: [],
    needs: [['studentNumber']],
  },
}

/** The two columns by which a sheet with a row per course says what a wide one says in the column of the course. */
export const LONG_COLUMNS: Partial<Record<ImportKind, [string, string]>> = {
  score: ['courseName', 'scoreText'],
  teacher: ['courseName', 'teacherName'],
  question: ['questionNo', 'markText'],
}

/** What a cell is read as, once typing habits are taken away. */
export type CellReading = 'compact' | 'code' | 'person' | 'combination'

/** What a column of a workbook means: the field it fills. */
export interface ImportColumn {
  /** A field of the kind's entity is kept and written by its name; any other target is read by the rules of the kind. */
  target: string
  title: string
  /** What an export calls it, where that is another word. */
  label?: string
  /** Other headers the same column is known by. */
  aliases: string[]
  isRequired?: boolean
  /** Only of use in sheets with a row per course. */
  isLong?: boolean
  /** Dictionary whose texts (or keys) the cells hold. */
  dict?: string
  /** What else is typed for a text of the dictionary: 文科 for 历史类. */
  words?: Record<string, string>
  /** Without blanks, in capitals as well, as a name, as a combination of courses; else as it stands. */
  reading?: CellReading
  example: string
}

/** A column that fills a field: title and dictionary are those of the field. */
function filling(
  field: Field,
  target: string,
  example: string,
  more: Partial<Omit<ImportColumn, 'target' | 'example'>> = {},
): ImportColumn {
  return {
    target,
    title: field.label,
    label: field.label,
    aliases: [],
    ...(field.dict && { dict: field.dict }),
    example,
    ...more,
  }
}

const { fields: student } = examStudentImport
const { fields: score } = examScoreImport
const { fields: teacher } = examTeacherImport

const number = filling(student.studentNumber, 'studentNumber', '示例0001', {
  aliases: ['准考证号', '准考证', '考试号', '考生号', '考生考号'],
  isRequired: true,
  reading: 'compact',
})

const name = filling(student.studentName, 'studentName', '张三', {
  aliases: ['学生姓名', '考生姓名', '名字'],
  reading: 'person',
})

const school: ImportColumn = {
  target: 'schoolText',
  title: '学校',
  aliases: ['学校名称', '所在学校', '毕业学校'],
  isRequired: true,
  example: '第一中学',
}

const schoolCode: ImportColumn = {
  target: 'schoolCodeText',
  title: '学校代码',
  aliases: ['统一社会信用代码', '社会统一信用代码', '信用代码'],
  reading: 'code',
  example: '',
}

const klass: ImportColumn = {
  target: 'classText',
  title: '班级',
  aliases: ['班', '行政班', '班级名称'],
  isRequired: true,
  example: '1班',
}

const area: ImportColumn = {
  target: 'areaText',
  title: '县区',
  aliases: ['区县', '地区', '区域'],
  dict: 'exam_area',
  example: '',
}

const grade: ImportColumn = { target: 'gradeText', title: '年级', aliases: [], example: '' }

const course = filling(score.courseName, 'courseName', '语文', { aliases: ['学科', '课程'], isLong: true })

const SIDES = { 文科: '历史类', 历史: '历史类', 理科: '物理类', 物理: '物理类' }

export const IMPORT_COLUMNS: Record<ImportKind, ImportColumn[]> = {
  student: [
    number,
    filling(student.studentCode, 'studentCode', '', { aliases: ['全国学籍号', '学籍编号'], reading: 'code' }),
    { ...name, isRequired: true },
    filling(student.gender, 'gender', '女'),
    area,
    school,
    schoolCode,
    grade,
    klass,
    filling(student.studentNo, 'studentNo', '', { aliases: ['校内学号'] }),
    filling(student.studentType, 'studentType', '应届', { aliases: ['考生类别'] }),
    filling(student.artsScience, 'artsScience', '', { aliases: ['文理', '首选科类'], words: SIDES }),
    filling(student.courseCombination, 'courseCombination', '物化生', {
      aliases: ['选科组合', '组合'],
      reading: 'combination',
    }),
    filling(student.examRoomNo, 'examRoomNo', '001', { aliases: ['考场号'] }),
    filling(student.examRoomSeatNum, 'examRoomSeatNum', '1', { aliases: ['座位号', '座号'] }),
    filling(student.isCount, 'isCount', '是', { aliases: ['是否计入'], dict: 'yes_no' }),
  ],
  score: [
    number,
    name,
    course,
    filling(score.scoreText, 'scoreText', '118.5', {
      title: '成绩',
      aliases: ['分数', '得分', '原始分', '原始文本'],
      isLong: true,
    }),
  ],
  teacher: [
    area,
    { ...school, example: '示例中学' },
    schoolCode,
    grade,
    klass,
    course,
    filling(teacher.teacherName, 'teacherName', '张三、李四', {
      aliases: ['任课教师', '教师姓名', '任课老师', '老师'],
      isLong: true,
    }),
    filling(teacher.teacherCode, 'teacherCode', '', {
      aliases: ['教师工号', '工号'],
      isLong: true,
      reading: 'code',
    }),
    {
      target: 'leaderText',
      title: '班主任',
      aliases: ['是否班主任', '班主任姓名'],
      reading: 'person',
      example: '张三',
    },
  ],
  question: [
    number,
    name,
    {
      target: 'questionNo',
      title: '题号',
      aliases: ['小题号', '题目', '小题'],
      isLong: true,
      reading: 'compact',
      example: '1',
    },
    {
      target: 'markText',
      title: '得分',
      aliases: ['小题分', '小题得分', '得分/答案', '得分或答案', '答案', '作答', '选项'],
      isLong: true,
      example: '3',
    },
  ],
}

/** Part of a mark: the whole paper, or its machine-read or hand-marked share. */
export type ScorePart = 'score' | 'objective' | 'subjective'

/** Words for a part of a mark beside the name of a course. */
export const PART_WORDS: Record<string, ScorePart> = {
  客观: 'objective',
  主观: 'subjective',
  非选择: 'subjective',
  选择: 'objective',
}

/** Words for the mark itself beside or below the name of a course; where a course has several, the first here counts. */
export const MARK_WORDS = [
  '',
  '总分',
  '总成绩',
  '成绩',
  '分数',
  '得分',
  '原始分',
  '原始成绩',
  '卷面',
  '卷面分',
  '卷面成绩',
  '教师',
]

/** Target of a column that holds one course: `course:语文:score`. */
export function courseTarget(courseName: string, part: ScorePart = 'score'): string {
  return `course:${courseName}:${part}`
}

export function parseCourseTarget(target: string): { courseName: string; part: ScorePart } | undefined {
  const [kind, courseName = '', part = 'score'] = target.split(':')
  return kind === 'course' ? { courseName, part: part as ScorePart } : undefined
}

/** Target of a column that holds one question: `question:12(1)`. */
export function questionTarget(questionNo: string): string {
  return `question:${questionNo}`
}

export function parseQuestionTarget(target: string): string | undefined {
  return target.startsWith('question:') ? target.slice('question:'.length) : undefined
}

/** Header of the column that tells the faults in a workbook given back to the user; never read in again. */
export const FAULT_COLUMN = '校验结果'

/** Rows whose first required cell begins so are the template's example and are passed over. */
export const EXAMPLE_MARK = '示例'
