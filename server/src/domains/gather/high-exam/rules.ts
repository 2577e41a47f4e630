import { ART_FIELDS, gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamArchiveStates, highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { canDo, stateOf } from '@xueheng/contract/kit/states.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { requireState, stateRow } from '../../../platform/states.ts'
import { changedNames } from '../../../platform/rows/same.ts'
import { findClass } from '../../school/index.ts'
import { askChange } from '../collected.ts'

export type HighExamScore = EntityRow<typeof gatherHighExamScore.fields>

const PARTS = ['yuwen', 'shuxue', 'waiyu', 'firstCourseScore', 'secondScore1', 'secondScore2'] as const
const ART: readonly string[] = ART_FIELDS
/** What follows from the rest, or is moved by the steps alone. */
const DERIVED = ['areaCode', 'examYear', 'className', 'auditStatus', 'artAuditStatus', 'archiveStatus']

export const cultureState = (id: string) => stateRow(gatherHighExamScore, id, 'auditStatus')
export const artState = (id: string) => stateRow(gatherHighExamScore, id, 'artAuditStatus')
const CHAINS: readonly Chain[] = ['culture', 'art']
const STATE = { culture: cultureState, art: artState }
const COLUMN = { culture: 'auditStatus', art: 'artAuditStatus' } as const
const NOUN = { culture: '文化成绩', art: '艺术成绩' }

export const archiveState = (id: string) => stateRow(gatherHighExamScore, id, 'archiveStatus')

/** Names of what a save would change. */
export function changedFields(row: Partial<HighExamScore>, before: HighExamScore): string[] {
  return changedNames(row, before).filter(
    (name) => Object.hasOwn(gatherHighExamScore.fields, name) && !DERIVED.includes(name),
  )
}

export type Chain = 'culture' | 'art'

/** Each chain holds its own fields: one that is audited keeps them while the other goes on. */
export function chainsOf(changed: string[]): Chain[] {
  const isTouched = {
    culture: changed.some((name) => !ART.includes(name)),
    art: changed.some((name) => ART.includes(name)),
  }
  return CHAINS.filter((chain) => isTouched[chain])
}

/** Refuses to correct the named fields where their chain does not wait for somebody. */
export async function requireCorrecting(ctx: Ctx, id: string, changed: string[]): Promise<void> {
  for (const chain of chainsOf(changed)) await requireState(ctx, highExamStates, STATE[chain](id), 'correct')
  if (changed.length > 0) await requireState(ctx, highExamArchiveStates, archiveState(id), 'edit')
}

/** Refuses to change the named fields where their chain does not allow it; answers the chains under audit, of which it is asked first. */
export async function requireEditing(ctx: Ctx, before: HighExamScore, changed: string[]): Promise<Chain[]> {
  if (changed.length > 0) await requireState(ctx, highExamArchiveStates, archiveState(before.id), 'edit')
  const waiting: Chain[] = []
  for (const chain of chainsOf(changed)) {
    const state = before[COLUMN[chain]] ?? highExamStates.states.draft.value
    if (!canDo(highExamStates, 'change', state))
      await requireState(ctx, highExamStates, STATE[chain](before.id), 'edit')
    else {
      askChange(ctx, `${before.studentName}的${NOUN[chain]}`, highExamStates.states[stateOf(highExamStates, state)])
      waiting.push(chain)
    }
  }
  return waiting
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
