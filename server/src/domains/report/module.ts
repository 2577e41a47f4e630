import { findStudents } from '@xueheng/contract/domains/report/find-students.ts'
import { report } from '@xueheng/contract/domains/report/index.ts'
import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { reportCall } from '@xueheng/contract/kit/report-call.ts'
import { defineModule, implement, type Implementation } from '../../platform/module.ts'
import { reportOfGrain } from './by-grain.ts'
import { examPackages } from './exam-packages.ts'
import { findStudentsIn } from './find-students.ts'
import { type Library, openLibrary } from './library.ts'
import { type ReportInput, runReport } from './run-report.ts'
import { queryStudentScore } from './student-score.ts'

/** Every declared report behind the one handler; the search over several exams has its own. */
export function implementReports(library: Library): Implementation[] {
  return report.reports.map((one) =>
    implement(reportCall(one), (ctx, input: ReportInput) =>
      one === studentScore
        ? queryStudentScore(ctx, library, input)
        : runReport(ctx, library, reportOfGrain(ctx, one, input['grain']), input),
    ),
  )
}

const library = openLibrary(examPackages)

export const reportModule = defineModule({
  name: 'report',
  handlers: [
    ...implementReports(library),
    implement(findStudents, (ctx, input) => findStudentsIn(ctx, library, input)),
  ],
})
