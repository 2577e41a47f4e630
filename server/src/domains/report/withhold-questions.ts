import type { Grain } from '@xueheng/contract/kit/report.ts'
import { unitCourse } from './unit-course.ts'
import { isOthers, isSmall, type Withholding } from './withhold.ts'

type Row = Record<string, unknown>

/** The columns of a question, knowledge point or paper that tell of one unit, by the grain of the unit. */
const FIGURES = {
  all: [
    'allRate',
    'difficulty',
    'difficultyWord',
    'fullRate',
    'zeroRate',
    'discrimination',
    'qualityWord',
    'itemTotal',
    'remark',
    'avgScore',
    'stdScore',
    'alpha',
    'splitHalf',
    'sem',
    'easyNum',
    'middleNum',
    'hardNum',
    'poorNum',
  ],
  area: ['areaRate'],
  school: ['schoolRate'],
} as const
const NUMBERS = { all: 'allNum', area: 'areaNum', school: 'schoolNum' } as const
/** Measures of cells that tell of everyone, alone or beside the own ones. */
const BY_ALL = ['share', 'highShare', 'lowShare', 'diffRate']
/** What is said of the units in the cells. */
const REMARKS = ['lowestUnit', 'weakUnits']

/** Blanks the figures of units above the reader's own that are of few, or would tell of few others, in rows of questions, points and papers. */
export function withholdQuestions(rows: Row[], about: Withholding): Row[] {
  return rows.map((row) => (isOfQuestions(row) ? withholdOne(row, about) : row))
}

function isOfQuestions(row: Row): boolean {
  return 'questionId' in row || 'pointNo' in row || 'paperNo' in row
}

function withholdOne(row: Row, about: Withholding): Row {
  const untold = (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).filter((grain) =>
    isUntold(row, grain, row, row[NUMBERS[grain]], about),
  )
  const blanked = untold.flatMap((grain) => FIGURES[grain].filter((name) => name in row))
  const cells = Array.isArray(row['cells']) ? (row['cells'] as Row[]) : undefined
  const open = cells?.map((cell) => withholdCell(cell, row, untold.includes('all'), about))
  const isCut = cells?.some((cell, at) => cell['scoreRate'] !== open?.[at]?.['scoreRate'])
  const named = isCut || untold.includes('all') ? REMARKS.filter((name) => name in row) : []
  return { ...without(row, [...blanked, ...named]), ...(open && { cells: open }) }
}

/** A cell is an option of everyone, or a unit of the report's grain that is called by its code. */
function withholdCell(cell: Row, row: Row, isAllUntold: boolean, about: Withholding): Row {
  const key = cell['key']
  const isUnit = 'scoreRate' in cell
  const codes = { areaCode: key, schoolCode: key, classCode: key }
  if (isUnit && isUntold(row, about.grain, codes, cell['studentNum'], about))
    return without(cell, ['avgScore', 'scoreRate', 'diffRate'])
  return isAllUntold
    ? without(
        cell,
        BY_ALL.filter((name) => name in cell),
      )
    : cell
}

function isUntold(row: Row, grain: Grain, codes: Row, students: unknown, about: Withholding): boolean {
  if (!isOthers(grain, about.scope)) return false
  const course = Number(row['courseId'])
  const place = unitCourse(grain, codes, course)
  if (isSmall(students, about) || about.hidden.has(place)) return true
  const { questionId } = row
  // Of a point or paper the questions are not told apart: one of the course that would tell is enough.
  if (typeof questionId === 'number') return about.hidden.has(unitCourse(grain, codes, course, questionId))
  return [...about.hidden].some((one) => one.startsWith(`${place} `))
}

function without(row: Row, names: readonly string[]): Row {
  return { ...row, ...Object.fromEntries(names.map((name) => [name, null])) }
}
