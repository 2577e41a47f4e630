import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { exportMarkAccounts } from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { MARKING, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { sql } from 'kysely'
import { visible } from '../../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../../platform/access/rights.ts'
import { logOperation } from '../../../../platform/audit/operation-log.ts'
import { wallDay } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { refuse } from '../../../../platform/error.ts'
import type { FileAnswer } from '../../../../platform/files/files.ts'
import { dictLabels } from '../../../../platform/rows/labels.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { XLSX_TYPE, writeWorkbook } from '../../../../platform/sheet/write.ts'
import { type MarkPlan, plansOf } from './mark-plans.ts'

interface Account {
  markAccount: string
  teacherName: string
  teacherCode: string
  courseName: string
  markRole: number
  markGroup: string | null
  schoolName: string
  arrangeStatus: number
  /** How many mark the course. */
  markerNum: number
}

const HEADER = [
  { key: 'account', title: '阅卷账号', kind: 'text' as const },
  { key: 'name', title: '姓名', kind: 'text' as const },
  { key: 'code', title: '教师编号', kind: 'text' as const },
  { key: 'course', title: '科目', kind: 'text' as const },
  { key: 'role', title: '阅卷角色', kind: 'text' as const },
  { key: 'group', title: '阅卷小组', kind: 'text' as const },
  { key: 'school', title: '学校', kind: 'text' as const },
  { key: 'avoid', title: '回避学校', kind: 'text' as const },
  { key: 'load', title: '任务量(份次)', kind: 'number' as const },
  { key: 'state', title: '状态', kind: 'text' as const },
]

/** The accounts of a task as a workbook for the marking system: who marks what, as which account, whose papers not. */
export async function exportAccounts(ctx: Ctx, taskId: string): Promise<FileAnswer> {
  assertWholeTenant(ctx, '阅卷账号')
  const { taskName } = await findOrRefuse(examTask, ctx, taskId)
  const accounts = await readAccounts(ctx, taskId)
  if (accounts.length === 0) throw refuse('任务还没有阅卷教师')
  const [plans, roles, states] = await Promise.all([
    plansOf(ctx, taskId),
    dictLabels(ctx, 'mark_role'),
    dictLabels(ctx, 'exam_mark_status'),
  ])
  const rows = accounts.map((account) => {
    const plan = plans.find(({ courseName }) => courseName === account.courseName)
    return {
      account: account.markAccount,
      name: account.teacherName,
      code: account.teacherCode,
      course: account.courseName,
      role: roles.get(String(account.markRole)) ?? '',
      group: account.markGroup,
      school: account.schoolName,
      avoid: plan?.isOwnExcluded === 1 ? account.schoolName : null,
      load: plan ? loadOf(plan, account.markerNum) : null,
      state: states.get(String(account.arrangeStatus)) ?? '',
    }
  })
  await logOperation(ctx, exportMarkAccounts.name, exportMarkAccounts.title, {
    entity: examTaskTeacher.name,
    rowId: taskId,
    after: { taskName, rows: rows.length },
  })
  const sheet = { name: '阅卷账号', header: HEADER, rows, freeze: { rows: 1, columns: 2 } }
  const name = `${taskName}_阅卷账号_${wallDay(ctx.now).replaceAll('-', '')}.xlsx`
  return { name, contentType: XLSX_TYPE, body: await writeWorkbook([sheet]) }
}

/** Marks for each of those who mark the course, rounded up. */
function loadOf({ paperNum, marksPerPaper }: MarkPlan, markerNum: number): number {
  return Math.ceil((paperNum * Math.round(Number(marksPerPaper) * 100)) / (100 * markerNum))
}

async function readAccounts(ctx: Ctx, taskId: string): Promise<Account[]> {
  const { returned } = markStates.states
  const { rows } = await sql<Account>`select t.mark_account, t.teacher_name, t.teacher_code, t.course_name, t.mark_role,
      t.mark_group, coalesce(t.school_name, t.school_code) as school_name, t.arrange_status,
      count(*) over (partition by t.course_name)::int as marker_num
    from ${visible(ctx, examTaskTeacher)} t where t.task_id = ${taskId} and t.teacher_kind = ${MARKING}
      and t.arrange_status <> ${returned.value}
    order by t.course_name, t.mark_account`.execute(ctx.db)
  return rows
}
