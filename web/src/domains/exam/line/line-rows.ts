import type { LineParam } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'

/** A line while it is edited: `key` stays the same when it is renamed. */
export interface LineRow extends LineParam {
  key: number
}

let lastKey = 0

export function rowOf(param: Partial<LineParam>): LineRow {
  lastKey += 1
  return {
    key: lastKey,
    artsScience: '0',
    periodName: '',
    lineMode: LINE_MODE.byShare,
    lineNum: null,
    lineShare: null,
    lineScore: null,
    tieMode: 'atLeast',
    courseMethod: LINE_MODE.ratio,
    criticalTotal: null,
    criticalCourse: null,
    isMain: 0,
    ...param,
  }
}

/** What is sent. */
export function paramsOf(rows: LineRow[]): LineParam[] {
  return rows.map(({ key: _key, ...param }) => param)
}

/** The number a line is drawn by, by its way of drawing. */
export const VALUE_OF = {
  [LINE_MODE.manual]: 'lineScore',
  [LINE_MODE.byNumber]: 'lineNum',
  [LINE_MODE.byShare]: 'lineShare',
} as const

export function valueOf(row: LineRow): 'lineScore' | 'lineNum' | 'lineShare' {
  if (row.lineMode === LINE_MODE.manual) return VALUE_OF[LINE_MODE.manual]
  return row.lineMode === LINE_MODE.byNumber ? VALUE_OF[LINE_MODE.byNumber] : VALUE_OF[LINE_MODE.byShare]
}

/** Why the rows may not be saved; nothing when they may. */
export function problemOf(rows: LineRow[]): string | undefined {
  const names = rows.map((row) => `${row.artsScience} ${row.periodName}`)
  if (rows.some((row) => row.periodName.trim() === '')) return '请填写每条线的档次'
  if (new Set(names).size < names.length) return '同一科类里档次不能重复'
  if (rows.some((row) => (row[valueOf(row)] ?? null) === null)) return '请填写每条线的人数、比例或分数'
  return undefined
}
