import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import {
  EXAMPLE_MARK,
  IMPORT_COLUMNS,
  IMPORT_KINDS,
  type ImportColumn,
} from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { type HeaderSpec, type SheetValues, XLSX_TYPE, writeWorkbook } from '../../../platform/sheet/write.ts'
import { questionTemplate } from '../question/question-template.ts'
import { loadExam } from './batch.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'

/** An empty workbook of the kind: drop-downs where a cell has few answers, and an example row that is never imported. */
export async function templateWorkbook(ctx: Ctx, examId: string, kind: ImportKind): Promise<FileAnswer> {
  const exam = await loadExam(ctx, examId)
  if (kind === 'question') return questionTemplate(ctx, examId, exam.examName, NOTES[kind])
  const { title, parts } = IMPORT_KINDS[kind]
  const columns = IMPORT_COLUMNS[kind].filter((column) => !column.isLong)
  const courses = parts.length > 0 ? exam.courses : []
  const example: SheetValues = Object.fromEntries(
    columns.filter((column) => column.example !== '').map((column) => [column.target, column.example]),
  )
  courses.forEach((course, i) => (example[course.name] = EXAMPLES[kind][Math.min(i, 1)] ?? ''))
  const header = [
    ...headerOf(columns, await optionsOf(ctx, columns)),
    ...courses.map((course) => courseOf(kind, course)),
  ]
  const file = await writeWorkbook([
    { name: title, title: [`${exam.examName}${title}`, NOTES[kind]], header, rows: [example] },
  ])
  return { name: `${exam.examName}-${title}模板.xlsx`, contentType: XLSX_TYPE, body: file }
}

const NOTES: Record<ImportKind, string> = {
  student: `考号以「${EXAMPLE_MARK}」开头的行不会导入；带 * 的列必填`,
  score: `考号以「${EXAMPLE_MARK}」开头的行不会导入；空白、缺考、Q、-1 记为缺考，作弊、Z 记为作弊，0 是零分`,
  question: `考号以「${EXAMPLE_MARK}」开头的行不会导入；一科一表，表名写科目；客观题可填得分或选项，空白记 0 分，全部空白记为缺考`,
  teacher: `学校以「${EXAMPLE_MARK}」开头的行不会导入；一班一行，各科填教师姓名，多人用、隔开；空白不改动原有安排`,
}

/** What the example row says for the first course, and for the others. */
const EXAMPLES: Record<ImportKind, (string | number)[]> = {
  student: [],
  score: ['缺考', 98.5],
  teacher: ['张三', '李四、王五'],
  question: [],
}

function headerOf(columns: ImportColumn[], options: Map<string, string[]>): HeaderSpec[] {
  return columns.map((column) => ({
    title: column.isRequired ? `${column.title}*` : column.title,
    key: column.target,
    width: column.target === 'schoolText' || column.target.endsWith('Code') ? 24 : 14,
    ...(options.has(column.target) ? { options: options.get(column.target) ?? [] } : {}),
  }))
}

function courseOf(kind: ImportKind, { name }: { name: string }): HeaderSpec {
  return kind === 'score' ? { title: name, key: name, kind: 'number' } : { title: name, key: name, width: 14 }
}

/** Column → texts to pick from: dictionaries, areas and schools. */
async function optionsOf(ctx: Ctx, wanted: ImportColumn[]): Promise<Map<string, string[]>> {
  const dicts = await sql<{
    code: string
    words: string[]
  }>`select code, array_agg(dict_value order by sort) as words from ${every(dictBiz, 'words to pick from are everybody’s')}
    where is_deleted = 0 and dict_key is not null and code = any(${wanted.flatMap((column) => column.dict ?? [])}::varchar[])
    group by code`.execute(ctx.db)
  const schools = await sql<{ name: string }>`select s.school_name as name from ${visible(ctx, basicSchool)} s
    where coalesce(s.is_sealed, 0) = 0 order by s.area_code, s.sort, s.school_code`.execute(ctx.db)
  const words = new Map(dicts.rows.map((row) => [row.code, row.words]))
  const columns = wanted.flatMap((column): [string, string[]][] => {
    const texts = column.dict && words.get(column.dict)
    return texts ? [[column.target, texts]] : []
  })
  const names = schools.rows.map((school) => school.name)
  const hasSchool = wanted.some((column) => column.target === 'schoolText')
  return new Map(hasSchool && names.length > 0 ? [...columns, ['schoolText', names]] : columns)
}
