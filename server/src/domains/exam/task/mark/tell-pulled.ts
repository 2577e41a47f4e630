import { TASK_MESSAGE } from '@xueheng/contract/domains/notices/sys-message.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { sendMessage } from '../../../notices/index.ts'
import type { ExamTask } from '../open-task.ts'
import { findSchoolAccounts } from '../school-accounts.ts'
import type { FreeTeacher } from './free-teachers.ts'

/** The schools hear how many of their teachers of which course were pulled. */
export async function tellPulled(ctx: Ctx, { id, taskName }: ExamTask, drawn: FreeTeacher[]): Promise<void> {
  const schools = [...new Set(drawn.map(({ schoolCode }) => schoolCode))]
  const accounts = await findSchoolAccounts(ctx, 'examtaskteacher_edit', schools)
  for (const schoolCode of schools) {
    const own = drawn.filter((teacher) => teacher.schoolCode === schoolCode)
    const content = `「${taskName}」抽调贵校${own.length}名教师阅卷（${perCourse(own)}），请确认，或说明理由退回。`
    for (const account of accounts.get(schoolCode) ?? [])
      await sendMessage(ctx, {
        account,
        messageType: TASK_MESSAGE,
        title: `请确认阅卷教师：${taskName}`,
        content,
        link: `/bigdata/task/examTaskMark?taskId=${id}`,
      })
  }
}

function perCourse(teachers: FreeTeacher[]): string {
  const courses = [...new Set(teachers.map(({ courseName }) => courseName))]
  return courses
    .map((course) => `${course}${teachers.filter(({ courseName }) => courseName === course).length}名`)
    .join('、')
}
