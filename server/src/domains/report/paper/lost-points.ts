import { unitsOf } from '../open-exam.ts'
import { queryRows } from '../read-rows.ts'
import { LOST_POINTS, reportSql } from '../report-sql.ts'
import type { PaperDesk } from './paper-desk.ts'

/** What a student lost of a knowledge point, in marks. */
interface LostPoint extends Record<string, unknown> {
  studentNumber: string
  courseName: string
  pointName: string
  lost: number
  whole: number
}

/** So many points stand on a sheet. */
const MOST_POINTS = 4

/** The knowledge points that cost each student of a school the most, as a sentence, by the number of the student. */
export async function readLostPoints(
  { ctx, library, source }: PaperDesk,
  schoolCode: string,
): Promise<Map<string, string>> {
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, { schoolCode })
  const { rows } = reportSql({ sql: LOST_POINTS })
  const found = await queryRows<LostPoint>(ctx, rows, { package: source.folder, ...lists, most: MOST_POINTS })
  const texts = new Map<string, string[]>()
  for (const { studentNumber, courseName, pointName, lost, whole } of found) {
    const told = texts.get(studentNumber) ?? []
    texts.set(studentNumber, [...told, `${courseName}“${pointName}”失 ${lost} 分（满 ${whole} 分）`])
  }
  return new Map([...texts].map(([number, told]) => [number, `失分较多的知识点：${told.join('，')}。`]))
}
