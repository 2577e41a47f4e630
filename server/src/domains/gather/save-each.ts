import type { EditedRow } from '@xueheng/contract/domains/gather/gathered.ts'
import { gatherStudent, saveStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTeacher, saveTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { gatherHighExamScore, saveHighExams } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type Refused, attempt } from '../../platform/db/attempt.ts'
import { fault } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { submit } from '../../platform/rows/write.ts'
import { highExamHooks } from './high-exam/scores.ts'
import { studentHooks } from './students.ts'
import { teacherHooks } from './teachers.ts'

/** Rows of one call. */
const MOST = 500

type Saved = Output<typeof saveStudents>

function isEditedRow(row: unknown): row is EditedRow {
  if (typeof row !== 'object' || row === null || !('id' in row) || !('values' in row)) return false
  return typeof row.id === 'string' && row.id !== '' && typeof row.values === 'object' && row.values !== null
}

/** What a sheet sends; rows in one order, so that two who save the same ones do not wait in a circle. */
function editedRows(rows: unknown): EditedRow[] {
  if (!Array.isArray(rows) || !rows.every(isEditedRow)) throw fault('rows', '改动应是一个列表，每条有id和values')
  if (rows.length > MOST) throw fault('rows', `一次最多保存${MOST}条`)
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Every row for itself, as a form would save it. */
async function saveEach(ctx: Ctx, rows: unknown, save: (ctx: Ctx, body: Body) => Promise<unknown>): Promise<Saved> {
  const saved: Saved = []
  for (const { id, updateTime, values } of editedRows(rows)) {
    const tried = await attempt(ctx, (inside) => save(inside, { ...values, id, updateTime }))
    if (tried.refusal === undefined) saved.push({ id, isDone: 1, isAsked: 0, field: '', message: '' })
    else saved.push(refusedAs(id, tried))
  }
  return saved
}

function refusedAs(id: string, { isQuestion, problems, refusal }: Refused): Saved[number] {
  return { id, isDone: 0, isAsked: isQuestion ? 1 : 0, field: problems[0]?.field ?? '', message: refusal }
}

type Body = Record<string, unknown>

export const saveHandlers = [
  implement(saveStudents, (ctx, { rows }) =>
    saveEach(ctx, rows, (inside, body) => submit(gatherStudent, inside, body, studentHooks.hooks)),
  ),
  implement(saveTeachers, (ctx, { rows }) =>
    saveEach(ctx, rows, (inside, body) => submit(gatherTeacher, inside, body, teacherHooks.hooks)),
  ),
  implement(saveHighExams, (ctx, { rows }) =>
    saveEach(ctx, rows, (inside, body) => submit(gatherHighExamScore, inside, body, highExamHooks.hooks)),
  ),
]
