import type { ImportSheet, StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import { vi } from 'vitest'
import { setNavigator } from '../../platform/tabs/tab.ts'
import type { Exam } from './exam.ts'
import type { Wizard } from './import/use-wizard.ts'
import type { Batch } from './import/wizard-steps.ts'
import type { ExamJob } from './use-exam-job.ts'

/** A published exam without stale data, unless told otherwise. */
export function makeExam(values: Partial<Exam> = {}): Exam {
  const exam: Partial<Exam> = {
    id: '7',
    examName: '高三一模',
    studyYear: 2025,
    beginDate: '2026-03-12',
    endDate: '2026-03-13',
    examStatus: 7,
    courseNum: 9,
    schoolNum: 3,
    studentNum: 900,
    dataVersion: 4,
    packageVersion: 2,
    packageDataVersion: 4,
    ...values,
  }
  return exam as Exam
}

export function makeSheet(values: Partial<ImportSheet> = {}): ImportSheet {
  return {
    fileNo: 1,
    sheetNo: 1,
    name: '理科',
    rowNum: 41,
    headerRow: 1,
    layout: 'wide',
    titles: ['考号', '语文'],
    targets: ['studentNumber', 'score:语文'],
    isIgnored: false,
    isRemembered: false,
    ...values,
  }
}

export function makeBatch(values: Partial<Batch> = {}): Batch {
  return {
    batchId: '31',
    examId: '7',
    examName: '高三一模',
    kind: 'score',
    status: 3,
    message: '',
    counts: { read: 41, left: 1, rows: 40, fresh: 30, changed: 5, unchanged: 4, faulty: 1, warned: 2 },
    faultCounts: [],
    unknownSchools: [],
    leftOut: [{ fileNo: 1, sheetNo: 1, reason: 'head', num: 1, rowNos: [1] }],
    files: [{ fileNo: 1, fileName: '成绩.xlsx', message: '', sheets: [makeSheet()] } as Batch['files'][number]],
    jobId: '90',
    isCleared: 0,
    isExact: 0,
    gone: { num: 0, rows: [] },
    createUserName: '李老师',
    createTime: '2026-03-14 09:00:00',
    ...values,
  }
}

export function makeStaged(rowId: number, cells: string[], faults: StagedRow['faults'] = []): StagedRow {
  return { rowId, fileNo: 1, sheetNo: 1, rowNo: rowId + 1, cells, faults }
}

/** A wizard at a step; its calls are really made, and what it is told is remembered. */
export function makeWizard({ act, ...values }: Partial<Omit<Wizard, 'choose' | 'open' | 'refresh'>> = {}) {
  return {
    examId: '7',
    kind: 'score' as const,
    batchId: '31',
    exam: makeExam(),
    batch: makeBatch(),
    job: undefined,
    error: undefined,
    step: 'confirm' as const,
    isBusy: false,
    choose: vi.fn<Wizard['choose']>(),
    open: vi.fn<Wizard['open']>(),
    act: vi.fn<Wizard['act']>(act ?? doAtOnce),
    refresh: vi.fn<Wizard['refresh']>(async () => undefined),
    ...values,
  }
}

async function doAtOnce(work: () => Promise<unknown>): Promise<boolean> {
  await work()
  return true
}

/** Work on an exam that ends at once. */
export function makeWork(values: Partial<ExamJob> = {}): ExamJob {
  return {
    job: undefined,
    isBusy: false,
    run: async (start) => {
      await start()
      return true
    },
    ...values,
  }
}

/** Where the screens under test lead to. */
export function hearOpenings(): string[] {
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  return opened
}
