import { createHash } from 'node:crypto'
import { COURSE_WORDS } from '@xueheng/contract/domains/exam/course-words.ts'
import type { CheckedKind, ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { fitThreads } from '../../../platform/analytics/threads.ts'
import { sqlFile, sqlText } from '../../../platform/analytics/sql-file.ts'
import { allOf } from '../../../platform/all-of.ts'
import type { Ctx, Scope } from '../../../platform/ctx.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'
import { listQuestionFiles } from '../question/question-files.ts'
import { loadQuestionSheets, loadStoredMarks } from '../question/question-tables.ts'
import type { Batch } from './batch.ts'
import { changeSql, placeSql, sheetRowSql, unfitSql } from './column-sql.ts'
import { dictWords } from './import-columns.ts'
import { loadRecords } from './load-records.ts'
import { isTaken, leftOutParams, whoColumns } from './left-out.ts'
import { type InputIds, type InputName, type InputPaths, withInputs } from './inputs.ts'
import {
  type OnRule,
  QUESTION_RULES,
  type Rule,
  SCORE_RULES,
  STORED_QUESTION_RULES,
  STORED_SCORE_RULES,
  STORED_STUDENT_RULES,
  STUDENT_RULES,
  TEACHER_RULES,
  runRules,
} from './rules.ts'

const REFERENCE: InputName[] = ['exam', 'course', 'school', 'alias', 'class', 'dict', 'roster']

/** How rows are judged: what is read beside the reference, which views are laid over it, and who speaks. */
interface Judging {
  inputs: InputName[]
  models: string[]
  rules: Rule[]
}

/** Rows of uploaded sheets, by kind; the models begin with `sheet_row` and end in `entry` and `draft`. */
const STAGED: Record<ImportKind, Judging> = {
  student: {
    inputs: ['basic_student', 'same_name', 'plan'],
    models: ['student-entries', 'student-gone', 'same-names', 'student-changes'],
    rules: STUDENT_RULES,
  },
  score: {
    inputs: ['score'],
    models: ['roster', 'score-entries', 'score-words', 'scores', 'score-changes', 'score-gone'],
    rules: SCORE_RULES,
  },
  teacher: {
    inputs: ['teacher', 'basic_teacher'],
    models: ['roster', 'teacher-entries', 'teacher-changes'],
    rules: TEACHER_RULES,
  },
  question: {
    inputs: ['course_mark', 'question'],
    models: ['roster', 'questions', 'question-entries', 'question-sums'],
    rules: QUESTION_RULES,
  },
}

const STORED: Record<CheckedKind, Judging> = {
  student: {
    inputs: ['basic_student', 'same_name', 'base_num', 'last_num'],
    models: ['stored-students', 'same-names'],
    rules: STORED_STUDENT_RULES,
  },
  score: {
    inputs: ['stored_score', 'last_mean'],
    models: ['roster', 'stored-scores', 'score-words', 'scores'],
    rules: STORED_SCORE_RULES,
  },
}

/**
 * Lays the staged rows of a batch and everything they are held against into a private database and runs the rules:
 * afterwards there are `fault` and `change` (what would be written). Reads only.
 */
export function evaluateBatch<T>(
  ctx: Ctx,
  batch: JudgedBatch,
  sheets: ImportSheet[],
  work: (db: AnalyticsBatch) => Promise<T>,
  onRule?: OnRule,
): Promise<T> {
  return withBatchInputs(ctx, batch, sheets, (paths) => judgeBatch(ctx, batch, sheets, paths, work, onRule))
}

export type JudgedBatch = Pick<Batch, 'id' | 'examId' | 'kind' | 'isExact'>

/** The staged rows of a batch and everything they are held against, as files, for the time of `work`. */
export function withBatchInputs<T>(
  ctx: Ctx,
  batch: JudgedBatch,
  sheets: ImportSheet[],
  work: (paths: InputPaths) => Promise<T>,
): Promise<T> {
  const courseNames = [...new Set(sheets.filter(isTaken).flatMap(({ courseName }) => courseName || []))]
  const ids = { examId: batch.examId, batchId: batch.id, courseNames }
  return withInputs(ctx, ['row', ...STAGED[batch.kind].inputs, ...REFERENCE], ids, work)
}

/** Tells apart everything the verdict on a batch of rows follows from: where it is the same, so is the verdict. */
export async function fingerprintOf(
  ctx: Ctx,
  { id, examId, kind, isExact }: JudgedBatch,
  sheets: ImportSheet[],
  paths: InputPaths,
): Promise<string> {
  const staged = kind === 'question' ? await listQuestionFiles(ctx, examId, 'staged') : []
  const hash = createHash('sha256').update(JSON.stringify([id, kind, isExact, sheets, scopeParams(ctx.scope), staged]))
  for (const [name, path] of paths) hash.update(`${name} ${await hashFile(path)}`)
  return hash.digest('hex')
}

/** `evaluateBatch` over inputs that are there already. */
export function judgeBatch<T>(
  ctx: Ctx,
  batch: JudgedBatch,
  sheets: ImportSheet[],
  paths: InputPaths,
  work: (db: AnalyticsBatch) => Promise<T>,
  onRule?: OnRule,
): Promise<T> {
  const { models, rules } = STAGED[batch.kind]
  return layOut(ctx, paths, async (db) => {
    await loadSheets(db, batch.kind, sheets)
    if (batch.kind === 'question') await loadQuestionSheets(ctx, db, batch.examId, sheets)
    await db.run(`create table keep_only as select ${batch.isExact === 1} as is_on`)
    await db.run(sqlFile(import.meta.url, 'model/left-out.sql'), leftOutParams(batch.kind))
    await model(db, 'staged')
    await db.run(placeSql(batch.kind))
    await db.run(sheetRowSql(batch.kind, new Set(sheets.filter(isTaken).flatMap(({ targets }) => targets))))
    await model(db, ...models)
    await db.run(unfitSql(batch.kind))
    await db.run(changeSql(batch.kind))
    await runRules(db, rules, onRule)
    return work(db)
  })
}

/** The same for what is stored already: every rule, every row of some kinds, which are read at one moment and judged at the same time. */
export function evaluateStored<T>(
  ctx: Ctx,
  ids: InputIds,
  kinds: readonly CheckedKind[],
  work: (db: AnalyticsBatch, kind: CheckedKind) => Promise<T>,
  onRule?: OnRule,
): Promise<T[]> {
  const namesOf = (kind: CheckedKind) => [...STORED[kind].inputs, ...REFERENCE]
  return withInputs(ctx, [...new Set(kinds.flatMap(namesOf))], ids, (paths) =>
    allOf(
      kinds.map((kind) =>
        layOut(ctx, only(paths, namesOf(kind)), async (db) => {
          await model(db, ...STORED[kind].models)
          await runRules(db, STORED[kind].rules, onRule)
          return work(db, kind)
        }),
      ),
    ),
  )
}

function only(paths: InputPaths, names: InputName[]): InputPaths {
  return new Map([...paths].filter(([name]) => names.includes(name)))
}

/** How many rules `evaluateStored` runs. */
export function rulesOfStored(kind: CheckedKind): number {
  return STORED[kind].rules.length
}

/** Question scores that are staged, all courses; `archive_student` has the place of everybody in the archive. */
export function evaluateQuestions<T>(ctx: Ctx, examId: string, work: (db: AnalyticsBatch) => Promise<T>): Promise<T> {
  return onWorkbench(ctx, [...REFERENCE, 'course_mark', 'question', 'archive_student'], { examId }, async (db) => {
    await loadStoredMarks(ctx, db, examId)
    await model(db, 'roster', 'questions', 'stored-questions', 'question-sums')
    await runRules(db, STORED_QUESTION_RULES)
    return work(db)
  })
}

/** One text per class and course that has takers in the class and no teacher. */
export function missingTeachers(ctx: Ctx, examId: string): Promise<string[]> {
  return onWorkbench(ctx, [...REFERENCE, 'teacher'], { examId }, async (db) => {
    await model(db, 'roster')
    const rows = await db.query<{ text: string }>(sqlFile(import.meta.url, '../checks/teacher-missing.sql'))
    return rows.map((row) => row.text)
  })
}

/** One text per class and stored teacher whom the register of the school does not know. */
export function unknownTeachers(ctx: Ctx, examId: string): Promise<string[]> {
  return onWorkbench(ctx, [...REFERENCE, 'teacher', 'basic_teacher'], { examId }, async (db) => {
    await model(db, 'stored-teachers')
    const unknown = sqlFile(import.meta.url, '../checks/teacher-unknown.sql')
    const rows = await db.query<{ text: string }>(`
      select distinct concat(s.school_name, t.exam_class, '：', u.text) as text
      from (${unknown}) u join teaching t using (row_id) left join school s using (school_code) order by 1`)
    return rows.map((row) => row.text)
  })
}

function onWorkbench<T>(
  ctx: Ctx,
  names: InputName[],
  ids: InputIds,
  work: (db: AnalyticsBatch) => Promise<T>,
): Promise<T> {
  return withInputs(ctx, names, ids, (paths) => layOut(ctx, paths, work))
}

function layOut<T>(ctx: Ctx, paths: InputPaths, work: (db: AnalyticsBatch) => Promise<T>): Promise<T> {
  return ctx.analytics.batch(async (db) => {
    // Marks of questions are read where they lie, many of them from a small file.
    if (!paths.has('question')) await fitThreads(db, paths.values())
    for (const [name, path] of paths) await loadCsv(db, `raw_${name}`, path)
    await model(db, 'macros')
    const { level, codes } = scopeParams(ctx.scope)
    await loadRecords(db, 'dict_word', WORD_COLUMNS, dictWords())
    await loadRecords(db, 'short_word', SHORT_COLUMNS, SHORT_WORDS)
    await db.run(sqlFile(import.meta.url, 'model/reference.sql'), { level, codes: JSON.stringify(codes) })
    await model(db, 'school-words')
    return work(db)
  })
}

async function loadCsv(db: AnalyticsBatch, table: string, path: string): Promise<void> {
  await db.run(
    `create table ${table} as select * from read_csv(${sqlText(path)}, header = true, all_varchar = true,
      delim = ',', quote = '"', escape = '"', strict_mode = false)`,
  )
}

async function model(db: AnalyticsBatch, ...names: string[]): Promise<void> {
  for (const name of names) await db.run(sqlFile(import.meta.url, `model/${name}.sql`))
}

/** Whose rows may be written; a class teacher's scope is the school. */
function scopeParams(scope: Scope): { level: string; codes: string[] } {
  if (scope.level === 'all') return { level: 'all', codes: [] }
  return scope.level === 'area'
    ? { level: 'area', codes: scope.areaCodes }
    : { level: 'school', codes: scope.schoolCodes }
}

const WORD_COLUMNS = { code: 'VARCHAR', word: 'VARCHAR', means: 'VARCHAR' }
const SHORT_COLUMNS = { name: 'VARCHAR', word: 'VARCHAR' }
const SHORT_WORDS = Object.entries(COURSE_WORDS).flatMap(([name, words]) => words.map((word) => ({ name, word })))
const PLACE = { file_no: 'INTEGER', sheet_no: 'INTEGER' }
const SHEET_COLUMNS = {
  ...PLACE,
  header_row: 'INTEGER',
  width: 'INTEGER',
  number_at: 'INTEGER',
  name_at: 'INTEGER',
  columns: ['INTEGER'],
}
const COLUMN_COLUMNS = { ...PLACE, column_no: 'INTEGER', target: 'VARCHAR', course_name: 'VARCHAR', part: 'VARCHAR' }

/** Tables `sheet` and `sheet_column` from the mappings. */
async function loadSheets(db: AnalyticsBatch, kind: ImportKind, sheets: ImportSheet[]): Promise<void> {
  const used = sheets.filter(isTaken)
  const records = used.map((sheet) => sheetRow(kind, sheet))
  await loadRecords(db, 'sheet', SHEET_COLUMNS, records)
  await loadRecords(db, 'sheet_column', COLUMN_COLUMNS, used.flatMap(columnRows))
}

function sheetRow(kind: ImportKind, sheet: ImportSheet) {
  return {
    file_no: sheet.fileNo,
    sheet_no: sheet.sheetNo,
    header_row: sheet.headerRow,
    width: sheet.titles.length,
    ...whoColumns(kind, sheet),
    columns: sheet.targets.flatMap((target, i) => (target ? [i] : [])),
  }
}

function columnRows(sheet: ImportSheet) {
  return sheet.targets.flatMap((target, i) => {
    if (!target) return []
    const course = parseCourseTarget(target)
    return [
      {
        file_no: sheet.fileNo,
        sheet_no: sheet.sheetNo,
        column_no: i,
        target,
        course_name: course?.courseName ?? null,
        part: course?.part ?? null,
      },
    ]
  })
}
