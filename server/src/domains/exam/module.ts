import { defineModule } from '../../platform/module.ts'
import { arrangeJob, arrangeSeatHandlers } from './arrange/arrange-job.ts'
import { gatherCardHandlers, gatherCardsJob } from './arrange/paper/gather-cards.ts'
import { arrangePaperHandlers, printArrangementJob } from './arrange/paper/print-arrangement.ts'
import { arrangeAccess } from './arrange/arrange-row.ts'
import { arrangeRoomHandlers, arrangeRoomHooks } from './arrange/rooms.ts'
import { arrangeStudentHandlers, arrangeStudentHooks } from './arrange/students.ts'
import { arrangeCollectedHandlers } from './arrange/take-collected.ts'
import { arrangeTaskHandlers, arrangeTaskHooks } from './arrange/tasks.ts'
import { examListHandlers } from './collected/exam-lists.ts'
import { toGatherHandlers } from './collected/to-gather.ts'
import { computeJob } from './compute-job.ts'
import { correctionHandlers, correctionHooks } from './correction/corrections.ts'
import { disclosureHandlers } from './disclosure.ts'
import { courseHandlers } from './exam-course.ts'
import { examAccess, examHooks, settingHandlers } from './exam-settings.ts'
import { highExamArchiveHandlers } from './high-exam/archive-gathered.ts'
import { highExamHandlers, highExamHooks } from './high-exam/high-exam.ts'
import { scoreArchived } from './import/archived-rows.ts'
import { importHandlers, importHooks, importJobs } from './import/index.ts'
import { distributionHandlers } from './line/distribution.ts'
import { lineParamHandlers } from './line/line-params.ts'
import { lineTargetAccess, lineTargetHooks } from './line/line-targets.ts'
import { scoreLineAccess, scoreLineHandlers, scoreLineHooks } from './line/score-lines.ts'
import { levelHandlers } from './level/level-handlers.ts'
import { overviewHandlers } from './overview.ts'
import { packageJob } from './package-job.ts'
import { packageHandlers } from './package/package-versions.ts'
import { rebuildJob } from './package/rebuild-old.ts'
import { processItemHandlers } from './process-items.ts'
import { progressHandlers } from './progress.ts'
import { progressHooks } from './progress-rows.ts'
import { paperHandlers } from './paper/paper-handlers.ts'
import { paperHooks } from './paper/paper-hooks.ts'
import { paperAccess } from './paper/open-paper.ts'
import { publishHandlers } from './publish.ts'
import { questionHandlers, questionJobs } from './question/question-handlers.ts'
import { quotaItemHooks } from './quota-items.ts'
import { schoolDataHandlers } from './school-data.ts'
import { computeHandlers } from './start-compute.ts'
import { markHandlers } from './task/mark/mark-handlers.ts'
import { markPlanAccess, markPlanHooks } from './task/mark/mark-plans.ts'
import { remindHandlers } from './task/remind-schools.ts'
import { taskProgressHandlers } from './task/task-progress.ts'
import { taskRowAccess, taskRowHandlers, taskStudentHooks, taskTeacherHooks } from './task/task-rows.ts'
import { takeCollectedHandlers } from './task/take-collected.ts'
import { taskHandlers, taskHooks } from './task/tasks.ts'
import { taskAccess } from './task/open-task.ts'
import { waitingHandlers } from './waiting-exams.ts'

export const examModule = defineModule({
  name: 'exam',
  handlers: [
    ...courseHandlers,
    ...settingHandlers,
    ...disclosureHandlers,
    ...processItemHandlers,
    ...progressHandlers,
    ...computeHandlers,
    ...packageHandlers,
    ...publishHandlers,
    ...importHandlers,
    ...overviewHandlers,
    ...schoolDataHandlers,
    ...correctionHandlers,
    ...highExamHandlers,
    ...highExamArchiveHandlers,
    ...waitingHandlers,
    ...lineParamHandlers,
    ...scoreLineHandlers,
    ...distributionHandlers,
    ...levelHandlers,
    ...paperHandlers,
    ...questionHandlers,
    ...taskHandlers,
    ...taskRowHandlers,
    ...taskProgressHandlers,
    ...remindHandlers,
    ...markHandlers,
    ...arrangeTaskHandlers,
    ...arrangeSeatHandlers,
    ...arrangePaperHandlers,
    ...gatherCardHandlers,
    ...arrangeRoomHandlers,
    ...arrangeStudentHandlers,
    ...arrangeCollectedHandlers,
    ...takeCollectedHandlers,
    ...toGatherHandlers,
    ...examListHandlers,
  ],
  hooks: [
    examHooks,
    ...progressHooks,
    ...importHooks,
    correctionHooks,
    highExamHooks,
    quotaItemHooks,
    scoreLineHooks,
    lineTargetHooks,
    paperHooks,
    taskHooks,
    taskStudentHooks,
    taskTeacherHooks,
    markPlanHooks,
    arrangeTaskHooks,
    arrangeRoomHooks,
    arrangeStudentHooks,
  ],
  access: [
    examAccess,
    scoreArchived,
    scoreLineAccess,
    lineTargetAccess,
    paperAccess,
    taskAccess,
    ...taskRowAccess,
    markPlanAccess,
    ...arrangeAccess,
  ],
  jobs: [
    computeJob,
    packageJob,
    rebuildJob,
    arrangeJob,
    printArrangementJob,
    gatherCardsJob,
    ...importJobs,
    ...questionJobs,
  ],
})
