import { EXAMPLE_MARK } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportCounts, ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import {
  FOOT_WORDS,
  type LeftOut,
  NAMED_ROWS,
  NOTE_WORDS,
  ROW_REASONS,
  SIGN_WORDS,
} from '@xueheng/contract/domains/exam/left-out.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { conflict } from '../../../platform/error.ts'

/** The columns that tell whom a row is about: its number or school, its name or class. */
const WHO: Record<ImportKind, [string[], string[]]> = {
  student: [['studentNumber'], ['studentName']],
  score: [['studentNumber'], ['studentName']],
  teacher: [['schoolText', 'schoolCodeText'], ['classText']],
  question: [['studentNumber'], ['studentName']],
}

const FOOT = [
  `(${FOOT_WORDS.join('|')})[:：]?`,
  `(${[...SIGN_WORDS, ...NOTE_WORDS].join('|')})[:：].*`,
  `(${SIGN_WORDS[0]}).*`,
  `(${NOTE_WORDS.join('|')})`,
  '第[0-9]+页.*|共[0-9]+页|[(（]?以下空白[)）]?',
].join('|')

/** What `model/left-out.sql` is given. */
export function leftOutParams(kind: ImportKind): Record<string, unknown> {
  return { example: `${EXAMPLE_MARK}%`, foot: FOOT, has_notes: kind !== 'teacher' }
}

/** Where a sheet has the columns that tell whom a row is about; null where it has none. */
export function whoColumns(kind: ImportKind, { targets }: ImportSheet) {
  const [number, name] = WHO[kind].map((choice) => {
    const at = targets.findIndex((target) => choice.includes(target))
    return at < 0 ? null : at
  })
  return { number_at: number ?? null, name_at: name ?? null }
}

/** Whether rows of a sheet are imported as the batch stands. */
export function isTaken(sheet: ImportSheet): boolean {
  return !sheet.isIgnored && sheet.headerRow > 0 && sheet.layout !== 'unknown'
}

/** What is not imported, sheet by sheet: single rows of those that are read, and whole sheets. */
export async function countLeftOut(db: AnalyticsBatch, sheets: ImportSheet[]): Promise<LeftOut[]> {
  const rows = await db.query<LeftOut>(`select file_no, sheet_no, reason, count(*) as num,
      list(row_no order by row_no)[:${NAMED_ROWS}] as row_nos
    from left_out group by file_no, sheet_no, reason`)
  const whole = sheets
    .filter((sheet) => !isTaken(sheet))
    .map(({ fileNo, sheetNo, rowNum, isIgnored, leftOut }): LeftOut => {
      const reason = isIgnored ? (leftOut ?? 'ignored') : 'unknown'
      return { fileNo, sheetNo, reason, num: rowNum, rowNos: [] }
    })
  const order = Object.keys(ROW_REASONS)
  return [...rows, ...whole].toSorted(
    (a, b) => a.fileNo - b.fileNo || a.sheetNo - b.sheetNo || order.indexOf(a.reason) - order.indexOf(b.reason),
  )
}

/** Every row that was read is imported or named; where that does not hold, nothing may be imported. */
export function requireAllRows({ read, rows, left }: ImportCounts): void {
  if (read !== rows + left)
    throw conflict(`读取 ${read} 行，待导入 ${rows} 行，不导入 ${left} 行，行数不符，请联系管理员`)
}
