import { type Module, defineModule } from '../../platform/module.ts'
import { analyseHandlers, analyseJob } from './analyse/analyse.ts'
import { taskAccess } from './open-task.ts'
import { prefillStudentHandlers } from './prefill-students.ts'
import { sendHandlers } from './send.ts'
import { studentNumHandlers } from './student-num.ts'
import { studentAccess, studentHooks, studentRun } from './students.ts'
import { archiveStudentHandlers } from './archive-students.ts'
import { archiveTeacherHandlers } from './archive-teachers.ts'
import { prefillTeacherHandlers } from './prefill-teachers.ts'
import { highExamAuditHandlers } from './high-exam/audit.ts'
import { highExamProgressHandlers } from './high-exam/progress.ts'
import { highExamAccess, highExamHandlers, highExamHooks } from './high-exam/scores.ts'
import { teacherAccess, teacherHandlers, teacherHooks } from './teachers.ts'
import { taskHandlers, taskHooks } from './tasks.ts'

/** Collections: what schools tell of their students and teachers, prefilled from the register, audited twice. */
export function gatherModule(): Module {
  return defineModule({
    name: 'gather',
    handlers: [
      ...taskHandlers,
      ...prefillStudentHandlers,
      ...sendHandlers,
      ...studentRun.handlers,
      ...studentNumHandlers,
      ...archiveStudentHandlers,
      ...teacherHandlers,
      ...prefillTeacherHandlers,
      ...archiveTeacherHandlers,
      ...analyseHandlers,
      ...highExamHandlers,
      ...highExamAuditHandlers,
      ...highExamProgressHandlers,
    ],
    jobs: [analyseJob],
    hooks: [taskHooks, studentHooks, teacherHooks, highExamHooks],
    access: [taskAccess, studentAccess, teacherAccess, highExamAccess],
  })
}
