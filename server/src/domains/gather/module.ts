import { type Module, defineModule } from '../../platform/module.ts'
import { analyseHandlers, analyseJob } from './analyse/analyse.ts'
import type { TellParents } from '../../platform/tell-parents.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/pool.ts'
import { linkHandlers } from './links.ts'
import { messageAccess, messageHandlers, messageHooks } from './messages.ts'
import { photoHandlers } from './photos.ts'
import { parentHandlers } from './parent-answer.ts'
import { prefilledHandlers } from './prefilled-share.ts'
import { pushJobOf } from './push-job.ts'
import { remindHandlers } from './remind.ts'
import { taskAccess } from './open-task.ts'
import { prefillStudentHandlers } from './prefill-students.ts'
import { saveHandlers } from './save-each.ts'
import { sendHandlers } from './send.ts'
import { studentNumHandlers } from './student-num.ts'
import { runStudentReview, studentAccess, studentHooksWith } from './students.ts'
import { archiveStudentHandlers } from './archive-students.ts'
import { archiveTeacherHandlers } from './archive-teachers.ts'
import { prefillTeacherHandlers } from './prefill-teachers.ts'
import { portfolioTitleHandlers } from './portfolio-titles.ts'
import { highExamAuditHandlers } from './high-exam/audit.ts'
import { highExamProgressHandlers } from './high-exam/progress.ts'
import { highExamAccess, highExamHandlers, highExamHooks } from './high-exam/scores.ts'
import { teacherAccess, teacherHandlers, teacherHooks } from './teachers.ts'
import { taskHandlers, taskHooks } from './tasks.ts'

interface GatherDeps {
  config: Pick<Config, 'masterKey'>
  database: Database
  /** The way to the parents of students. */
  parents: TellParents
}

/** Collections: what schools tell of their students and teachers, prefilled from the register, audited twice. */
export function gatherModule({ config: { masterKey }, database, parents }: GatherDeps): Module {
  const studentRun = runStudentReview(masterKey)
  const pushJob = pushJobOf(parents)
  return defineModule({
    name: 'gather',
    handlers: [
      ...taskHandlers,
      ...prefillStudentHandlers,
      ...photoHandlers({ database, masterKey }),
      ...sendHandlers(studentRun),
      ...saveHandlers,
      ...studentRun.handlers,
      ...studentNumHandlers,
      ...archiveStudentHandlers,
      ...teacherHandlers,
      ...prefillTeacherHandlers,
      ...archiveTeacherHandlers,
      ...portfolioTitleHandlers,
      ...analyseHandlers,
      ...highExamHandlers,
      ...highExamAuditHandlers,
      ...highExamProgressHandlers,
      ...messageHandlers(parents, pushJob),
      ...remindHandlers(pushJob),
      ...prefilledHandlers,
      ...linkHandlers,
      ...parentHandlers(database),
    ],
    hooks: [taskHooks, studentHooksWith(masterKey), teacherHooks, highExamHooks, messageHooks],
    access: [taskAccess, studentAccess, teacherAccess, highExamAccess, messageAccess],
    jobs: [analyseJob, pushJob],
  })
}
