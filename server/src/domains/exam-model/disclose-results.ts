import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import { PLACES } from '@xueheng/contract/domains/report/places.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { policyOf } from '../exam/index.ts'
import { disclosureOf } from '../report/index.ts'
import type { KeptRow } from './runs.ts'

const EXAMS = every(examInfo, 'what an exam tells whom holds for what is evaluated by it, whoever sees the exam')

type Policy = Parameters<typeof policyOf>[0]

/** Results of a version as far as the exams it is made of tell this reader: points stay, places are told where each of them tells places. */
export async function discloseResults(
  ctx: Ctx,
  examIds: string[],
  rows: KeptRow<ScoringPart[]>[],
): Promise<KeptRow<ScoringPart[]>[]> {
  return (await areRanksTold(ctx, examIds)) ? rows : rows.map(withoutPlaces)
}

/** An exam that is gone tells none. */
async function areRanksTold(ctx: Ctx, examIds: string[]): Promise<boolean> {
  const { rows } = await sql<Policy>`select e.stage, e.disclosure_json from ${EXAMS} e
    where e.id = any(${examIds})`.execute(ctx.db)
  const told = await Promise.all(rows.map((row) => disclosureOf(ctx, policyOf(row))))
  return told.length === examIds.length && told.every(({ ranks }) => ranks === 'exact')
}

function withoutPlaces(row: KeptRow<ScoringPart[]>): KeptRow<ScoringPart[]> {
  return { ...row, rank: null, rankPrev: null, explain: row.explain.map(withoutPlace) }
}

/** Neither the place the points were given by, nor a value that is itself one. */
function withoutPlace(part: ScoringPart): ScoringPart {
  const { rank: _rank, units: _units, ...against } = part.against
  const { item } = part
  if (item.kind !== 'quota' || !(item.field in PLACES)) return { ...part, against }
  const exams = item.exams.map((exam) => ({ ...exam, value: null, top: null, base: null }))
  return { ...part, against, value: null, item: { ...item, exams, value: null } }
}
