import { EXAMPLE_MARK, IMPORT_COLUMNS, type ImportKind } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { type HeaderSpec, type SheetValues, XLSX_TYPE, writeWorkbook } from '../../../platform/sheet/write.ts'
import { type ExamOfBatch, loadExam } from './batch.ts'

/** An empty workbook of the kind: drop-downs where a cell has few answers, and an example row that is never imported. */
export async function templateWorkbook(ctx: Ctx, examId: string, kind: ImportKind): Promise<FileAnswer> {
  const exam = await loadExam(ctx, examId)
  const header = kind === 'student' ? await studentHeader(ctx) : scoreHeader(exam)
  const example: SheetValues = Object.fromEntries(
    IMPORT_COLUMNS[kind].filter((column) => column.example !== '').map((column) => [column.target, column.example]),
  )
  for (const course of exam.courses) example[course.name] = course.name === exam.courses[0]?.name ? '缺考' : 98.5
  const title = kind === 'student' ? '考生名单' : '成绩'
  const file = await writeWorkbook([
    { name: title, title: [`${exam.examName}${title}`, NOTES[kind]], header, rows: [example] },
  ])
  return { name: `${exam.examName}-${title}模板.xlsx`, contentType: XLSX_TYPE, body: file }
}

const NOTES: Record<ImportKind, string> = {
  student: `考号以「${EXAMPLE_MARK}」开头的行不会导入；带 * 的列必填`,
  score: `考号以「${EXAMPLE_MARK}」开头的行不会导入；空白、缺考、Q、-1 记为缺考，作弊、Z 记为作弊，0 是零分`,
}

async function studentHeader(ctx: Ctx): Promise<HeaderSpec[]> {
  const options = await optionsOf(ctx)
  return IMPORT_COLUMNS.student.map((column) => ({
    title: column.isRequired ? `${column.title}*` : column.title,
    key: column.target,
    width: column.target === 'schoolText' || column.target.endsWith('Code') ? 24 : 14,
    ...(options.has(column.target) ? { options: options.get(column.target) ?? [] } : {}),
  }))
}

function scoreHeader(exam: ExamOfBatch): HeaderSpec[] {
  return [
    { title: '考号*', key: 'studentNumber', width: 16 },
    { title: '姓名', key: 'studentName', width: 12 },
    ...exam.courses.map(({ name }): HeaderSpec => ({ title: name, key: name, kind: 'number' })),
  ]
}

/** Column → texts to pick from: dictionaries, areas and schools. */
async function optionsOf(ctx: Ctx): Promise<Map<string, string[]>> {
  const dicts = await sql<{
    code: string
    words: string[]
  }>`select code, array_agg(dict_value order by sort) as words from dict_biz
    where is_deleted = 0 and dict_key is not null and code in ('gender', 'student_type', 'arts_science', 'yes_no', 'exam_area')
    group by code`.execute(ctx.db)
  const schools = await sql<{ name: string }>`select school_name as name from basic_school
    where is_deleted = 0 and coalesce(is_sealed, 0) = 0 order by area_code, sort, school_code`.execute(ctx.db)
  const words = new Map(dicts.rows.map((row) => [row.code, row.words]))
  const columns = IMPORT_COLUMNS.student.flatMap((column): [string, string[]][] => {
    const code = column.target === 'areaText' ? 'exam_area' : column.dict
    return code && words.has(code) ? [[column.target, words.get(code) ?? []]] : []
  })
  const names = schools.rows.map((school) => school.name)
  return new Map(names.length > 0 ? [...columns, ['schoolText', names]] : columns)
}
