import { type Module, defineModule } from '../../platform/module.ts'
import { taskAccess } from './open-task.ts'
import { prefillHandlers } from './prefill.ts'
import { sendHandlers } from './send-students.ts'
import { studentNumHandlers } from './student-num.ts'
import { studentAccess, studentHooks, studentRun } from './students.ts'
import { archiveTeacherHandlers } from './archive-teachers.ts'
import { prefillTeacherHandlers } from './prefill-teachers.ts'
import { sendTeacherHandlers } from './send-teachers.ts'
import { teacherAccess, teacherHandlers, teacherHooks } from './teachers.ts'
import { taskHandlers, taskHooks } from './tasks.ts'

/** Collections: what schools tell of their students, prefilled from the register, audited twice. */
export function gatherModule(): Module {
  return defineModule({
    name: 'gather',
    handlers: [
      ...taskHandlers,
      ...prefillHandlers,
      ...sendHandlers,
      ...studentRun.handlers,
      ...studentNumHandlers,
      ...teacherHandlers,
      ...prefillTeacherHandlers,
      ...sendTeacherHandlers,
      ...archiveTeacherHandlers,
    ],
    hooks: [taskHooks, studentHooks, teacherHooks],
    access: [taskAccess, studentAccess, teacherAccess],
  })
}
