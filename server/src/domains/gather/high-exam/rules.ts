import { ART_FIELDS, gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import {
  type HighExamAction,
  highExamArchiveStates,
  highExamStates,
} from '@xueheng/contract/domains/gather/high-exam-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { requireState, stateRow } from '../../../platform/states.ts'
import { findClass } from '../../school/index.ts'

export type HighExamScore = EntityRow<typeof gatherHighExamScore.fields>

const PARTS = ['yuwen', 'shuxue', 'waiyu', 'firstCourseScore', 'secondScore1', 'secondScore2'] as const
const ART: readonly string[] = ART_FIELDS
/** What follows from the rest, or is moved by the steps alone. */
const DERIVED = ['areaCode', 'examYear', 'className', 'auditStatus', 'artAuditStatus', 'archiveStatus']

export const cultureState = (id: string) => stateRow(gatherHighExamScore, id, 'auditStatus')
export const artState = (id: string) => stateRow(gatherHighExamScore, id, 'artAuditStatus')
export const archiveState = (id: string) => stateRow(gatherHighExamScore, id, 'archiveStatus')

/** Names of what a save would change. */
export function changedFields(row: Partial<HighExamScore>, before: HighExamScore): string[] {
  const held = new Map<string, unknown>(Object.entries(before))
  return Object.entries(row)
    .filter(
      ([name, value]) =>
        Object.hasOwn(gatherHighExamScore.fields, name) && !DERIVED.includes(name) && !isSame(value, held.get(name)),
    )
    .map(([name]) => name)
}

function isSame(a: unknown, b: unknown): boolean {
  return String(a ?? '') === String(b ?? '')
}

/** Each chain holds its own fields: one that is audited keeps them while the other goes on. */
export async function requireChains(
  ctx: Ctx,
  id: string,
  changed: string[],
  action: HighExamAction & ('edit' | 'correct'),
): Promise<void> {
  if (changed.some((name) => !ART.includes(name))) await requireState(ctx, highExamStates, cultureState(id), action)
  if (changed.some((name) => ART.includes(name))) await requireState(ctx, highExamStates, artState(id), action)
  if (changed.length > 0) await requireState(ctx, highExamArchiveStates, archiveState(id), 'edit')
}

/** The total is that of its courses where all are known, and follows from them where it is not told. */
export function settleTotal(row: Partial<HighExamScore>, before?: HighExamScore): void {
  const all = { ...before, ...row }
  const parts = PARTS.flatMap((name) => all[name] ?? [])
  if (parts.length < PARTS.length) return
  // Tenths are whole numbers: the sum is exact.
  const sum = parts.reduce((tenths, mark) => tenths + Math.round(mark * 10), 0) / 10
  const total = all.totalScore ?? null
  if (total === null) row.totalScore = sum
  else if (total !== sum) throw fault('totalScore', `总分与各科之和${sum}不一致`)
}

/** The class of a candidate is one of the school; those of earlier years have none. */
export async function settleClass(ctx: Ctx, row: Partial<HighExamScore>, before?: HighExamScore): Promise<void> {
  const { classCode, schoolCode } = { ...before, ...row }
  if (!classCode) {
    row.className = null
    return
  }
  const place = await findClass(ctx, classCode)
  if (!place) throw fault('classCode', '没有这个班级')
  if (place.schoolCode !== schoolCode) throw fault('classCode', '班级不在这所学校')
  row.className = place.className
}
