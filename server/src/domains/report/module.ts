import { report } from '@xueheng/contract/domains/report/index.ts'
import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { reportCall } from '@xueheng/contract/kit/report-call.ts'
import { defineModule, implement, type Implementation, type Module } from '../../platform/module.ts'
import { reportOfGrain } from './by-grain.ts'
import { type ExamPackages, examPackages } from './exam-packages.ts'
import { type ReportInput, runReport } from './run-report.ts'
import { queryStudentScore } from './student-score.ts'

/** Every declared report behind the one handler; the search over several exams has its own. */
export function implementReports(packages: ExamPackages): Implementation[] {
  return report.reports.map((one) =>
    implement(reportCall(one), (ctx, input: ReportInput) =>
      one === studentScore
        ? queryStudentScore(ctx, packages, input)
        : runReport(ctx, packages, reportOfGrain(ctx, one, input['grain']), input),
    ),
  )
}

export function reportModuleWith(packages: ExamPackages): Module {
  return defineModule({ name: 'report', handlers: implementReports(packages) })
}

export const reportModule = reportModuleWith(examPackages)
