import * as calls from '@xueheng/contract/domains/exam/high-exam-archive.ts'
import { examScoreHighExam } from '@xueheng/contract/domains/exam/high-exam.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { TableRow } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextIds } from '../../../platform/db/id.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict } from '../../../platform/error.ts'
import { implement } from '../../../platform/module.ts'
import { labelsOf } from '../../../platform/rows/labels.ts'
import { maskRows } from '../../../platform/access/mask.ts'
import { type CollectedHighExam, findPassedHighExams, markArchived, takeBackHighExams } from '../../gather/index.ts'

const SCORES = every(examScoreHighExam, 'whether a candidate is known, whoever archives')

/** Fields of the library, each with that of the collection it comes from. */
const SAME = [
  'studentName',
  'studentCode',
  'areaCode',
  'schoolCode',
  'classCode',
  'artsScience',
  'courseCombination',
  'yuwen',
  'shuxue',
  'waiyu',
  'firstCourseScore',
  'secondCourse1',
  'secondScore1',
  'secondCourse2',
  'secondScore2',
  'totalScore',
  'bonusScore',
  'provinceRank',
  'artType',
  'artScore',
  'artRank',
] as const
const FIELDS = [...SAME, 'examClass', 'finalScore'] as const
type Stored = Pick<TableRow<typeof examScoreHighExam.fields>, (typeof FIELDS)[number]>
type Kept = Omit<Stored, 'totalScore'> & { totalScore: string | null }
type Known = Kept & { candidateNumber: string; examYear: number; archiveStatus: number | null; isSeen: boolean }
type Difference = Output<typeof calls.highExamDifferences>[number]

const keyOf = ({ examYear, candidateNumber }: { examYear: number | null; candidateNumber: string }) =>
  `${examYear}/${candidateNumber}`

/** A collected row as the library keeps it; a bonus that is not told stays. Tenths are whole numbers: the sum is exact. */
function keptOf(row: CollectedHighExam, before: Known | undefined): Kept {
  const bonus = row.bonusScore ?? before?.bonusScore ?? 0
  const tenths = Math.round(Number(row.totalScore) * 10) + Math.round(Number(bonus) * 10)
  return { ...row, examClass: row.className, finalScore: (tenths / 10).toFixed(1) }
}

async function findKnown(ctx: Ctx, rows: CollectedHighExam[]): Promise<Map<string, Known>> {
  const found = await sql<Known>`select t.*, v.id is not null as is_seen
    from ${SCORES} t left join ${visible(ctx, examScoreHighExam)} v on v.id = t.id
    where t.is_deleted = 0 and t.candidate_number = any(${rows.map(({ candidateNumber }) => candidateNumber)}::varchar[])
      and t.exam_year = any(${rows.map(({ examYear }) => examYear)}::int[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [keyOf(row), row]))
}

/** What an archive would change; an empty value changes nothing. */
function changedOf(after: Kept, before: Known): (typeof FIELDS)[number][] {
  return FIELDS.filter((name) => after[name] !== null && String(after[name]) !== String(before[name] ?? ''))
}

function problemOf(known: Known | undefined, changed: number): string {
  if (!known) return ''
  if (!known.isSeen) return '成绩库中属于您看不到的学校'
  return known.archiveStatus === 1 && changed > 0 ? '成绩库中已归档锁定，请先撤销归档' : ''
}

/** Those in whom the library will differ, before them those who cannot be written into it. */
async function compare(ctx: Ctx, rows: CollectedHighExam[]): Promise<Difference[]> {
  const known = await findKnown(ctx, rows)
  const fields: Fields = examScoreHighExam.fields
  const labels = await labelsOf(
    ctx,
    FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : [])),
  )
  return rows
    .map((row) => {
      const before = known.get(keyOf(row))
      const after = keptOf(row, before)
      const changed = before?.isSeen ? changedOf(after, before) : []
      const [old, next] = maskRows<Partial<Kept>>(fields, [before ?? {}, after])
      const shown = (from: Partial<Kept> | undefined, name: (typeof FIELDS)[number]) => {
        const value = String(from?.[name] ?? '')
        return value === '' ? '空' : (labels.get(name)?.get(value) ?? value)
      }
      const changes = changed
        .map((name) => `${fields[name]?.label}：${shown(old, name)}→${shown(next, name)}`)
        .join('；')
      const { candidateNumber, studentName } = row
      return {
        candidateNumber,
        studentName,
        isNew: before ? 0 : 1,
        changes,
        problem: problemOf(before, changed.length),
      }
    })
    .filter(({ isNew, changes, problem }) => isNew === 1 || changes !== '' || problem !== '')
    .toSorted((one, other) => Number(other.problem !== '') - Number(one.problem !== ''))
}

/** One row a candidate; what is new or changed is checked anew. Answers how many were added and changed. */
async function keep(ctx: Ctx, rows: CollectedHighExam[]): Promise<{ added: number; changed: number }> {
  const known = await findKnown(ctx, rows)
  const written = rows.filter((row) => {
    const before = known.get(keyOf(row))
    return !before || changedOf(keptOf(row, before), before).length > 0
  })
  const columns = FIELDS.map((name) => sql.ref(snake(name)))
  const records = sql`jsonb_populate_recordset(null::${into(examScoreHighExam)}, ${JSON.stringify(written.map((row) => recordOf(row, known.get(keyOf(row)))))}::jsonb)`
  const next = FIELDS.map(
    (name) => sql`${sql.ref(snake(name))} = coalesce(${sql.ref(`excluded.${snake(name)}`)}, t.${sql.ref(snake(name))})`,
  )
  await sql`insert into ${into(examScoreHighExam)} as t (id, tenant_id, create_user, update_user, exam_year,
      candidate_number, check_status, archive_status, ${sql.join(columns)})
    select ${nextIds(written.length)}, ${ctx.user.tenantId}, ${ctx.user.id}, ${ctx.user.id}, p.exam_year,
      p.candidate_number, 0, 0, ${sql.join(FIELDS.map((name) => sql.ref(`p.${snake(name)}`)))} from ${records} p
    on conflict (tenant_id, exam_year, candidate_number) where is_deleted = 0 do update set ${sql.join(next)},
      check_status = 0, check_msg = null, update_user = excluded.update_user,
      update_time = greatest(localtimestamp(0), t.update_time + interval '1 second')`.execute(ctx.db)
  const added = written.filter((row) => !known.has(keyOf(row))).length
  return { added, changed: written.length - added }
}

function recordOf(row: CollectedHighExam, before: Known | undefined): Record<string, unknown> {
  const all = keptOf(row, before)
  const kept = FIELDS.map((name) => [snake(name), all[name]])
  return { ...Object.fromEntries(kept), exam_year: row.examYear, candidate_number: row.candidateNumber }
}

/** All or nothing: the states and the library are one transaction; one who cannot be written keeps back all. */
async function archive(
  ctx: Ctx,
  chosen: Input<typeof calls.archiveHighExams>,
): Promise<Output<typeof calls.archiveHighExams>> {
  const { taskName, rows } = await findPassedHighExams(ctx, chosen)
  if (rows.length === 0) throw conflict('没有审核通过、还没归档的考生')
  await lockKey(ctx.db, 'exam-high-exam')
  await markArchived(
    ctx,
    rows.map(({ id }) => id),
  )
  const wrong = (await compare(ctx, rows)).filter(({ problem }) => problem !== '')
  const [first] = wrong
  if (first) throw conflict(`${first.studentName}${first.problem}，共${wrong.length}人有问题，没有归档`)
  const answer = { archived: rows.length, ...(await keep(ctx, rows)) }
  await logOperation(ctx, calls.archiveHighExams.name, calls.archiveHighExams.title, {
    entity: 'gatherHighExamScore',
    rowId: chosen.gatherTaskId,
    after: { taskName, schoolCode: chosen.schoolCode, ...answer },
  })
  return answer
}

async function takeBack(ctx: Ctx, { ids }: Input<typeof calls.takeBackHighExams>) {
  await lockKey(ctx.db, 'exam-high-exam')
  const rows = await takeBackHighExams(ctx, partsOf(ids))
  const known = await findKnown(ctx, rows)
  const locked = rows.filter((row) => known.get(keyOf(row))?.archiveStatus === 1)
  if (locked[0]) throw conflict(`${locked[0].studentName}在成绩库中已归档锁定，请先撤销归档`)
  await logOperation(ctx, calls.takeBackHighExams.name, calls.takeBackHighExams.title, {
    entity: 'gatherHighExamScore',
    after: { candidates: rows.map(({ candidateNumber }) => candidateNumber) },
  })
  return { takenBack: rows.length }
}

export const highExamArchiveHandlers = [
  implement(calls.highExamDifferences, async (ctx, chosen) =>
    compare(ctx, (await findPassedHighExams(ctx, chosen)).rows),
  ),
  implement(calls.archiveHighExams, archive),
  implement(calls.takeBackHighExams, takeBack),
]
