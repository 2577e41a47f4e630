import type { findCompleteness } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { overview } from '@xueheng/contract/domains/exam/overview.ts'
import type { OperationsView } from '@xueheng/contract/domains/ops/operations.ts'
import type { portfolioStatics } from '@xueheng/contract/domains/portfolio/statics.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { newProcess } from '../domains/workflow/new-process.ts'

const operations: OperationsView = {
  version: '2.0.1',
  startTime: '2026-03-01 08:00:00',
  nodeVersion: '24.1.0',
  memory: { rss: 500e6, heap: 200e6, total: 16e9, free: 8e9 },
  disk: { folder: 3e9, free: 200e9, total: 500e9 },
  database: {
    version: '17.2',
    size: 4e9,
    connections: 12,
    mostConnections: 100,
    pool: { size: 10, idle: 8, waiting: 0 },
  },
  statements: { source: 'database', slowest: [{ sql: 'select 1', calls: 9, mean: 1.5, longest: 40 }] },
  queue: [{ state: 'created', count: 3 }],
  queueOldest: 700,
  migrations: { count: 44, last: '044', lastTime: '2026-02-01 09:00:00' },
  expiry: { certificate: '2026-12-31', licence: '' },
  backup: { cron: '0 2 * * *', keep: 7, nextTime: '2026-03-02 02:00:00', lastTime: '2026-02-20 02:00:00' },
}

const counted = { teacherTotal: 90, teacherWithEntry: 60, coverageRate: 0.67, entryTotal: 200 }
const stages = { waitAudit1: 5, waitAudit2: 3, rejected: 2, passed: 180 }

const statics: Output<typeof portfolioStatics> = {
  summary: { ...counted, ...stages, draft: 10 },
  byType: [{ portfolioType: 1, name: 'Basics', entryTotal: 90, passed: 80, teacherCount: 60 }],
  byDict: [
    {
      field: 'certLevel',
      title: 'Level',
      items: [
        { dictKey: '1', dictValue: 'National', teacherCount: 4, rate: 0.07 },
        { dictKey: '', dictValue: 'None', teacherCount: 30, rate: 0.5 },
      ],
    },
  ],
  counts: [{ field: 'prizeType', title: 'Prize', items: [{ dictKey: '1', dictValue: 'Paper', count: 7 }] }],
  prizes: [{ certLevel: '1', levelName: 'National', counts: [{ prizeType: '1', prizeName: 'Paper', count: 7 }] }],
  byArea: [{ code: '510100', name: 'County A', ...counted, ...stages }],
  bySchool: [{ code: 'S1', name: 'School 1', ...counted, ...stages }],
  trend: [
    { month: '2026-01', submitted: 12, passed: 9 },
    { month: '2026-02', submitted: 4, passed: 4 },
  ],
}

const marks = { planned: 40, present: 38, absent: 2, missing: 0, errors: 0, warnings: 1 }

const summary: Output<typeof findCompleteness> = {
  checks: [
    {
      kind: 'score',
      checkedTime: '2026-03-12 10:00:00',
      errorNum: 0,
      warningNum: 1,
      isConfirmed: false,
      rows: 40,
      faults: [{ code: 'scoreTwice', level: 'warning', num: 1 }],
    },
  ],
  matrix: [{ schoolCode: 'S1', schoolName: 'School 1', areaCode: '510100', courseName: 'Chinese', ...marks }],
}

const overall: Partial<Output<typeof overview>> = {
  areas: [{ areaCode: '510100', areaName: 'County A', schoolNum: 3, studentNum: 900 }],
  exams: [
    { examId: '1', examName: 'Mock 1', beginDate: '2026-03-12', examStatus: 6, studentNum: 900, schoolNum: 3 },
    { examId: '2', examName: 'Mock 2', beginDate: '2026-04-20', examStatus: 0, studentNum: null, schoolNum: null },
  ],
  statuses: [{ examStatus: 6, num: 1 }],
}

/** What calls answer where any value a declaration allows is not enough, by name of the call. */
export const SAMPLES: Record<string, object | ((n: number) => object)> = {
  'ops.overview': { overview: operations },
  'teacherPortfolio.statics': statics,
  'examInfo.findCompleteness': summary,
  'statistics.all': overall,
  'job.list': (n: number) => ({ state: n === 1 ? 'running' : 'failed' }),
  'recycle.kinds': (n: number) => ({ entity: `kind${n}`, path: '/api/blade-system/post' }),
  // Of students, and of results of entrance examinations.
  'gatherTask.list': (n: number) => ({ taskType: n === 1 ? 1 : 3 }),
  'flow.modelView': { xml: newProcess(), flow: [] },
}

/** What stands beside the rows of a page. */
export const BESIDE: Record<string, object> = {
  'userparentinfo.getIntegralRecordPage': {
    parent: { id: '1', realName: 'Li Qiang', phone: '138****5678' },
    balance: 30,
  },
}
