import { defineCall } from '../../kit/call.ts'
import { dateTime, integer, json, text } from '../../kit/field.ts'

const BASE = '/api/blade-system/ops'
const access = { permission: 'ops_view' }

// inferred: everything here; only administrators of the managing tenant are answered.

export interface SlowStatement {
  sql: string
  calls: number
  /** Milliseconds. */
  mean: number
  longest: number
}

/** 运行状况，一次读完。字节为单位的数都是整数。 */
export interface OperationsView {
  version: string
  startTime: string
  nodeVersion: string
  memory: { rss: number; heap: number; total: number; free: number }
  disk: { folder: number; free: number; total: number }
  database: {
    version: string
    size: number
    connections: number
    mostConnections: number
    pool: { size: number; idle: number; waiting: number }
  }
  /** `pg_stat_statements` when the extension is there, else what this process has measured. */
  statements: { source: 'database' | 'process'; slowest: SlowStatement[] }
  queue: { state: string; count: number }[]
  /** 最早的一个还没有开始的任务等了多少秒；没有时为0。 */
  queueOldest: number
  migrations: { count: number; last: string; lastTime: string }
  /** `yyyy-MM-dd` or empty; from the parameters ops.certificateExpire and ops.licenceExpire. */
  expiry: { certificate: string; licence: string }
  /** `lastTime`：数据目录中最新一次备份的时间，没有时为空。 */
  backup: { cron: string; keep: number; nextTime: string; lastTime: string }
}

export const opsOverview = defineCall('ops.overview', {
  method: 'GET',
  path: `${BASE}/overview`,
  title: '运行状况',
  access,
  output: { overview: json<OperationsView>('运行状况') },
})

export const opsFailedJobs = defineCall('ops.failedJobs', {
  method: 'GET',
  path: `${BASE}/failed-jobs`,
  title: '失败任务',
  access,
  output: {
    id: text('主键', { required: true }),
    tenantId: text('租户编号', { required: true }),
    title: text('任务', { required: true }),
    account: text('操作人', { required: true }),
    text: text('失败原因', { required: true }),
    endTime: dateTime('结束时间', { required: true }),
  },
  answer: 'list',
})

/** 用原来的参数、以原来的人的身份再做一次。 */
export const opsRetry = defineCall('ops.retry', {
  method: 'POST',
  path: `${BASE}/retry`,
  title: '重试任务',
  access: { permission: 'ops_retry' },
  input: { id: text('任务', { required: true }), tenantId: text('租户编号', { required: true, length: 12 }) },
  output: { jobId: text('任务') },
})

export const opsBackups = defineCall('ops.backups', {
  method: 'GET',
  path: `${BASE}/backups`,
  title: '备份列表',
  access,
  output: {
    name: text('文件'),
    size: integer('字节'),
    createTime: dateTime('时间'),
  },
  answer: 'list',
})

export const opsBackUp = defineCall('ops.backUp', {
  method: 'POST',
  path: `${BASE}/backup`,
  title: '立即备份',
  access: { permission: 'ops_backup' },
  output: { jobId: text('任务') },
})
