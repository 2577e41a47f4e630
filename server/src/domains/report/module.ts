import { CONTRAST_ITEMS, contrastItems } from '@xueheng/contract/domains/report/contrast-item.ts'
import { explainFigure, listBehind } from '@xueheng/contract/domains/report/explain-figure.ts'
import { findStudents } from '@xueheng/contract/domains/report/find-students.ts'
import { lastExam } from '@xueheng/contract/domains/report/last-exam.ts'
import { report } from '@xueheng/contract/domains/report/index.ts'
import { beforeN, exportBeforeN } from '@xueheng/contract/domains/report/before-n.ts'
import { courseFrontN } from '@xueheng/contract/domains/report/front-n.ts'
import { lineStdnumCourseWenLi, lineStdnumWenLi } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { exportStudentScore } from '@xueheng/contract/domains/report/score-book.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { studentVertical } from '@xueheng/contract/domains/report/vertical.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { comparesExams, reportCall } from '@xueheng/contract/derive/report-call.ts'
import { type Module, defineModule, implement, type Implementation } from '../../platform/module.ts'
import { paperWork } from './paper/print-papers.ts'
import { paperTextHandlers } from './paper/text/text-handlers.ts'
import { queryAcross } from './across-exams.ts'
import { reportOfGrain } from './by-grain.ts'
import { compareVersions } from './change/compare-versions.ts'
import { compareExams } from './compare-exams.ts'
import { examPackages } from './exam-packages.ts'
import { findStudentsIn } from './find-students.ts'
import { explain } from './explain/explain-figure.ts'
import { listOf } from './explain/list-behind.ts'
import { factHandlers } from './facts/fact-handlers.ts'
import { findStdnumCourseWenLi, findStdnumWenLi } from './line-wen-li.ts'
import { findLastExam } from './last-exam.ts'
import { type Library, openLibrary } from './library.ts'
import type { ReportInput } from './run.ts'
import { runReport } from './run-report.ts'
import { savedReportAccess, savedReportHooks } from './saved-reports.ts'
import { writeScoreBook } from './score-book.ts'
import { type ResultsDeps, tellingResults } from './tell-results.ts'
import { addedValue } from './value-added.ts'

/** Reports that follow a student over the exams. */
const ACROSS_EXAMS: AnyReport[] = [studentScore, studentVertical]

/** Reports over two versions of one package. */
const COMPARES_VERSIONS: AnyReport[] = Object.values(packageChange)

/** Reports over an exam and an earlier one of the same students. */
const ADDS_VALUE: AnyReport[] = Object.values(valueAdded)

/** Every declared report behind the one handler; those over several exams have their own. */
export function implementReports(library: Library): Implementation[] {
  return report.reports.map((one) =>
    implement(reportCall(one), (ctx, input: ReportInput) => {
      if (comparesExams(one)) return compareExams(ctx, library, one, input)
      if (COMPARES_VERSIONS.includes(one)) return compareVersions(ctx, library, one, input)
      if (ADDS_VALUE.includes(one)) return addedValue(ctx, library, one, input)
      if (ACROSS_EXAMS.includes(one)) return queryAcross(ctx, library, one, input)
      return runReport(ctx, library, reportOfGrain(ctx, one, input), input)
    }),
  )
}

const library = openLibrary(examPackages)
const papers = paperWork(library)

/** Reports on published packages, on screens and on paper, and the news of them for parents. */
export function reportModule(deps: ResultsDeps): Module {
  const results = tellingResults(library, deps)
  return defineModule({
    name: 'report',
    hooks: [savedReportHooks],
    access: [savedReportAccess],
    handlers: [
      ...implementReports(library),
      ...papers.handlers,
      ...paperTextHandlers(library),
      ...results.handlers,
      ...courseFrontN.map(({ report: one, call }) =>
        implement(call, (ctx, input: ReportInput) => runReport(ctx, library, one, input)),
      ),
      implement(exportBeforeN, (ctx, input) => runReport(ctx, library, beforeN, { ...input, format: 'xlsx' })),
      implement(exportStudentScore, (ctx, input) => writeScoreBook(ctx, library, input)),
      implement(contrastItems, async (_ctx, { itemCode, itemName }) =>
        CONTRAST_ITEMS.filter(
          (item) => (!itemCode || item.itemCode === itemCode) && (!itemName || item.itemName.includes(itemName)),
        ),
      ),
      implement(findStudents, (ctx, input) => findStudentsIn(ctx, library, input)),
      implement(explainFigure, (ctx, input) => explain(ctx, library, input)),
      implement(listBehind, (ctx, input) => listOf(ctx, library, input)),
      ...factHandlers(library),
      implement(lineStdnumWenLi, (ctx, input) => findStdnumWenLi(ctx, library, input)),
      implement(lineStdnumCourseWenLi, (ctx, input) => findStdnumCourseWenLi(ctx, library, input)),
      implement(lastExam, (ctx, { examId }) => findLastExam(ctx, library, examId ?? '')),
    ],
    jobs: [papers.job, results.job],
  })
}
