import { findCompleteness } from '@xueheng/contract/domains/exam/exam-info.ts'
import * as scores from '@xueheng/contract/domains/exam/exam-score-import.ts'
import * as students from '@xueheng/contract/domains/exam/exam-student-import.ts'
import * as teachers from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import * as calls from '@xueheng/contract/domains/exam/import.ts'
import * as mending from '@xueheng/contract/domains/exam/import-mend.ts'
import * as answers from '@xueheng/contract/domains/exam/import-answers.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { annotatedWorkbook } from './annotated-workbook.ts'
import { archiveExamJob, startArchive } from './archive-exam.ts'
import { completeness } from './completeness.ts'
import { batchDetail, batchPage } from './batch-detail.ts'
import { holdForChange, parseKind } from './batch.ts'
import { checkImportJob, startCheck } from './check-batch.ts'
import { checkExamJob, startExamCheck } from './check-exam.ts'
import { chooseRows } from './choose-rows.ts'
import { clearImport } from './clear-exam.ts'
import { confirmSameName } from './confirm-same-name.ts'
import { commitImportJob, startCommit } from './commit-batch.ts'
import { createClasses, listMissingClasses } from './create-classes.ts'
import { scoreRowHooks, studentRowHooks, teacherRowHooks } from './row-hooks.ts'
import { keepOnly } from './keep-only.ts'
import { saveMapping } from './save-mapping.ts'
import { countFaults, listFaults } from './list-faults.ts'
import { mendRows } from './mend-rows.ts'
import { listRows } from './staged-rows.ts'
import { archiveTeachers, checkTeachers, clearTeachers, listClassTeachers } from './teacher-import.ts'
import { templateWorkbook } from './template-workbook.ts'
import { startUndo, undoImportJob } from './undo-batch.ts'
import { startUnarchive, unarchiveExamJob } from './unarchive-exam.ts'
import { removeFile, uploadWorkbooks } from './upload-files.ts'

const batchHandlers = [
  implement(calls.importUpload, (ctx, input, info) => uploadWorkbooks(ctx, input, info.uploads)),
  implement(calls.importDetail, (ctx, { batchId }) => batchDetail(ctx, batchId)),
  implement(calls.importList, batchPage),
  implement(calls.importMapping, saveMapping),
  implement(calls.importRows, listRows),
  implement(mending.importFaults, listFaults),
  implement(mending.importFaultCounts, (ctx, { batchId }) => countFaults(ctx, batchId)),
  implement(mending.importMend, (ctx, { batchId, items }) => mendRows(ctx, batchId, items)),
  implement(answers.importChoose, chooseRows),
  implement(answers.importConfirmSameName, confirmSameName),
  implement(calls.importCheck, async (ctx, { batchId }) => {
    await holdForChange(ctx, batchId)
    return { jobId: await startCheck(ctx, batchId) }
  }),
  implement(calls.importCommit, async (ctx, { batchId, confirmWarnings, confirmRemovals }) => ({
    jobId: await startCommit(ctx, batchId, { hasWarnings: confirmWarnings === 1, hasRemovals: confirmRemovals === 1 }),
  })),
  implement(answers.importKeepOnly, keepOnly),
  implement(calls.importUndo, async (ctx, { batchId }) => ({ jobId: await startUndo(ctx, batchId) })),
  implement(calls.importTemplate, (ctx, { examId, kind }) => templateWorkbook(ctx, examId, parseKind(kind))),
  implement(calls.importAnnotated, (ctx, { batchId }) => annotatedWorkbook(ctx, batchId)),
  implement(calls.importRemoveFile, (ctx, { batchId, fileNo }) => removeFile(ctx, batchId, fileNo)),
  implement(answers.importMissingClasses, async (ctx, { batchId }) =>
    (await listMissingClasses(ctx, batchId)).map(({ areaCode: _internal, ...one }) => one),
  ),
  implement(answers.importCreateClasses, createClasses),
]

/** Imported rows of one exam. */
function rowsOf(ctx: Ctx, entity: AnyEntity, examId: string): RawBuilder<unknown> {
  return sql`(select * from ${visible(ctx, entity)} r where exam_id = ${examId})`
}

const studentHandlers = [
  implement(students.studentImportListStudent, (ctx, { examId, query }) =>
    listOf(ctx, students.studentImportListStudent, query, rowsOf(ctx, students.examStudentImport, examId)),
  ),
  implement(students.studentImportClear, (ctx, { examId, examName }) => clearImport(ctx, 'student', examId, examName)),
  implement(students.studentImportArchive, (ctx, { examId, isWhole }) =>
    startArchive(ctx, { examId, kind: 'student', next: isWhole ? 'score' : undefined }),
  ),
  implement(students.studentImportUnarchive, (ctx, { examId, reason }) =>
    startUnarchive(ctx, { examId, kind: 'student', reason }),
  ),
  implement(students.studentImportCheck, (ctx, { examId, confirmWarnings, isWhole }) =>
    startExamCheck(ctx, {
      examId,
      kind: 'student',
      isConfirmed: confirmWarnings === 1,
      next: isWhole ? 'score' : undefined,
    }),
  ),
]

const scoreHandlers = [
  implement(scores.scoreImportListStudent, (ctx, { examId, query }) =>
    listOf(ctx, scores.scoreImportListStudent, query, rowsOf(ctx, scores.examScoreImport, examId)),
  ),
  implement(scores.scoreImportClear, (ctx, { examId, examName }) => clearImport(ctx, 'score', examId, examName)),
  implement(scores.scoreImportArchive, (ctx, { examId }) => startArchive(ctx, { examId, kind: 'score' })),
  implement(scores.scoreImportUnarchive, (ctx, { examId, reason }) =>
    startUnarchive(ctx, { examId, kind: 'score', reason }),
  ),
  implement(scores.scoreImportCheck, (ctx, { examId, confirmWarnings }) =>
    startExamCheck(ctx, { examId, kind: 'score', isConfirmed: confirmWarnings === 1 }),
  ),
]

const teacherHandlers = [
  implement(teachers.classTeacherList, listClassTeachers),
  implement(teachers.teacherImportClear, (ctx, { ids, examId }) =>
    clearTeachers(ctx, [...partsOf(ids), ...partsOf(examId)]),
  ),
  implement(teachers.teacherImportArchive, (ctx, { examId }) => archiveTeachers(ctx, examId)),
  implement(teachers.teacherImportCheck, (ctx, { examId }) => checkTeachers(ctx, examId)),
]

/** Calls, hooks and jobs of the import; the exam module puts them together with its own. */
export const importHandlers = [
  implement(findCompleteness, (ctx, { examId }) => completeness(ctx, examId)),
  ...batchHandlers,
  ...studentHandlers,
  ...scoreHandlers,
  ...teacherHandlers,
]
export const importHooks = [studentRowHooks, scoreRowHooks, teacherRowHooks]
export const importJobs = [
  checkImportJob,
  commitImportJob,
  undoImportJob,
  checkExamJob,
  archiveExamJob,
  unarchiveExamJob,
]
