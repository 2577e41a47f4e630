import { CHECK_RULES } from '@xueheng/contract/domains/exam/check-rules.ts'
import { COURSES } from './courses.ts'
import type { Area } from './model.ts'
import { className } from './sample-lines.ts'
import {
  type Cell,
  type LineFault,
  type PlantedFault,
  ROSTER_COLUMNS,
  type SampleLine,
  type SampleTable,
} from './sample-model.ts'

/**
 * wide: a column per course · parts: 外语 with its objective and subjective part · aliases: other titles, and columns
 * nobody needs, in an old workbook · long: a row per mark · csv: wide as text.
 */
export type ScoreLayout = 'wide' | 'parts' | 'aliases' | 'long' | 'csv'
const FIRST_LAYOUTS: ScoreLayout[] = ['parts', 'aliases', 'long', 'csv']
const EXTENSIONS: Partial<Record<ScoreLayout, string>> = { csv: 'csv', aliases: 'xls' }

/** The course whose parts are reported, and the share of the objective one. */
export const PARTED = '外语'
const OBJECTIVE_SHARE = 0.6
const EXAM = '2026届高三第二次模拟考试'

export const ROSTER_FILE = '考生名单.xlsx'

interface Row {
  line: SampleLine
  cells: Cell[]
  /** The course a row of the long layout speaks of. */
  course?: string
}

interface Placed {
  table: SampleTable
  faults: PlantedFault[]
}

/** The areas in the bureau's order with the way each sends its scores. */
export function layoutsOf(units: { area: Area }[]): Map<Area, ScoreLayout> {
  const areas = [...new Set(units.map((unit) => unit.area))].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return new Map(areas.map((area, i) => [area, FIRST_LAYOUTS[i] ?? 'wide']))
}

function scoreFile(area: Area, layout: ScoreLayout): string {
  return `成绩-${area.name}.${EXTENSIONS[layout] ?? 'xlsx'}`
}

/** Arranges the lines in files and finds the cell of every planted fault. */
export function layOut(lines: SampleLine[], hasTitles: boolean): { tables: SampleTable[]; faults: PlantedFault[] } {
  const parts = [
    layOutRoster(lines, hasTitles),
    ...[...layoutsOf(lines)].map(([area, layout]) =>
      layOutScores(
        area,
        lines.filter((line) => line.area === area),
        layout,
        hasTitles,
      ),
    ),
  ]
  return { tables: parts.map((part) => part.table), faults: parts.flatMap((part) => part.faults) }
}

function layOutRoster(lines: SampleLine[], hasTitles: boolean): Placed {
  const rows = lines.flatMap((line) => {
    const { roster } = line
    return roster ? [{ line, cells: ROSTER_COLUMNS.map((column): Cell => roster[column]) }] : []
  })
  const title = hasTitles ? [`${EXAM}考生名单`, '填报说明：请勿增删列'] : []
  return place({ file: ROSTER_FILE, sheet: '考生', title, header: [...ROSTER_COLUMNS] }, rows, (fault) =>
    fault.where === 'roster' ? fault.column : undefined,
  )
}

function layOutScores(area: Area, lines: SampleLine[], layout: ScoreLayout, hasTitles: boolean): Placed {
  const table = {
    file: scoreFile(area, layout),
    sheet: '成绩',
    title: hasTitles && layout !== 'csv' ? [`${area.name}${EXAM}成绩表`] : [],
    header: headerOf(layout),
  }
  const rows = layout === 'long' ? longRows(lines) : wideRows(lines, layout)
  return place(table, rows, (fault, row) => {
    if (fault.where === 'roster') return undefined
    if (layout !== 'long') return titleOf(layout, fault.column)
    if (fault.column === '考号') return '考号'
    return row.course === fault.column ? '成绩' : undefined
  })
}

function titleOf(layout: ScoreLayout, column: string): string {
  if (layout !== 'aliases') return column
  if (column === '考号') return '准考证号'
  return COURSES.find((course) => course.name === column)?.aliases[0] ?? column
}

function headerOf(layout: ScoreLayout): string[] {
  if (layout === 'long') return ['考号', '科目', '成绩']
  const courses = COURSES.flatMap(({ name }) =>
    layout === 'parts' && name === PARTED ? [name, `${name}_客观`, `${name}_主观`] : [titleOf(layout, name)],
  )
  return [titleOf(layout, '考号'), '姓名', ...(layout === 'aliases' ? ['学校', '班级'] : []), ...courses]
}

function wideRows(lines: SampleLine[], layout: ScoreLayout): Row[] {
  return lines.flatMap((line) => {
    const { score } = line
    if (!score) return []
    const marks = COURSES.flatMap(({ name }): Cell[] => {
      const mark = score.marks.get(name) ?? null
      return layout === 'parts' && name === PARTED ? [mark, ...partsOf(line, mark)] : [mark]
    })
    const unit = layout === 'aliases' ? [line.school.name, className(line.klass)] : []
    return [{ line, cells: [score.number, score.name, ...unit, ...marks] }]
  })
}

/** Two parts that add up, except where C05 is planted. */
function partsOf(line: SampleLine, mark: Cell): [Cell, Cell] {
  if (typeof mark !== 'number') return [null, null]
  const objective = Math.round(mark * OBJECTIVE_SHARE)
  const slip = line.faults.some((fault) => fault.code === 'C05') ? 3 : 0
  return [objective, mark - objective + slip]
}

function longRows(lines: SampleLine[]): Row[] {
  return lines.flatMap((line) => {
    const { score } = line
    if (!score) return []
    return [...score.marks].map(([course, mark]) => ({ line, course, cells: [score.number, course, mark] }))
  })
}

/** `columnOf` answers nothing for faults that lie in another file or row. */
function place(
  table: Omit<SampleTable, 'rows'>,
  rows: Row[],
  columnOf: (fault: LineFault, row: Row) => string | undefined,
): Placed {
  const first = table.title.length + 2
  const found = new Set<LineFault>()
  const faults = rows.flatMap((row, i) =>
    row.line.faults.flatMap((fault) => {
      const column = found.has(fault) ? undefined : columnOf(fault, row)
      if (column === undefined) return []
      found.add(fault)
      return [reported(fault, row.line, table.file, first + i, column)]
    }),
  )
  return { table: { ...table, rows: rows.map((row) => row.cells) }, faults }
}

function reported(fault: LineFault, line: SampleLine, file: string, row: number, column: string): PlantedFault {
  const { code, note, where } = fault
  const number = where === 'score' ? line.score?.number : line.roster?.准考证号
  return {
    code,
    level: CHECK_RULES[code].level,
    file,
    row,
    column,
    studentNumber: number ?? '',
    schoolCode: line.school.code,
    note,
  }
}
