import type { explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import type { ReportRow } from '../frame/header-tree.ts'

/** A figure of a report that is asked about. */
export interface Figure {
  header: Header
  row: ReportRow
}

export type FigureQuestion = Partial<Input<typeof explainFigure>>

const CODES = [
  'unitGrain',
  'areaCode',
  'schoolCode',
  'classCode',
  'studentNumber',
  'courseName',
  'lineNo',
  'bandLow',
  'paperCode',
  'questionNo',
  'pointName',
]
/** What the report was asked for that its cells depend on. */
const CHOICES = [
  'step',
  'low',
  'high',
  'countNum',
  'paperCode',
  'within',
  'schoolGroup',
  'entryExamId',
  'fromVersion',
  'toVersion',
]
/** Of units that are asked for and taken together, whose rows name their grain alone. */
const UNITS = ['areaCode', 'schoolCode', 'classCode']

/** What the server is asked: the column, and the unit, course and line of the row; the chosen course where the row has none. */
export function questionOf(
  report: AnyReport,
  values: Record<string, string | undefined>,
  examId: string | undefined,
  { header, row }: Figure,
): FigureQuestion {
  const known = CODES.filter((name) => row[name] !== undefined && row[name] !== null && row[name] !== '')
  const own = Object.fromEntries(known.map((name) => [name, row[name]]))
  const isTogether = ('unitGrain' in own || report.oneUnit !== undefined) && UNITS.every((name) => !(name in own))
  const choices = isTogether ? [...CHOICES, ...UNITS] : CHOICES
  const chosen = Object.fromEntries(choices.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  const exam = examOf(values.examJson, header.key) ?? row.examId ?? examId
  const course = 'courseName' in report.params ? values.courseName : undefined
  return {
    examId: String(exam ?? ''),
    reportName: report.name,
    column: header.key,
    ...(course && { courseName: course }),
    ...chosen,
    ...own,
  }
}

/** Of exams side by side the one a column is of, the last one for what changed. */
function examOf(examJson: string | undefined, key: string): string | undefined {
  if (!examJson) return undefined
  const exams: { examId: string }[] = JSON.parse(examJson)
  const at = /-(\d+)\./.exec(key)
  return (at ? exams[Number(at[1])] : exams.at(-1))?.examId
}
