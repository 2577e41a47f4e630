import { defineCall } from '../../kit/call.ts'
import { integer, json, text } from '../../kit/field.ts'
import type { ImportFault } from './import.ts'

/** A fault with the place it stands at, and what the cell holds; '' where it concerns the whole row. */
export interface PlacedFault extends ImportFault {
  rowId: number
  fileNo: number
  sheetNo: number
  rowNo: number
  value: string
}

/** 行内修改：列号（从 0 起）→ 新文本。 */
export interface MendItem {
  rowId: number
  cells: Record<string, string>
}

const BASE = '/api/bigdata-service/examimport'
/** Faults on one page of them: the desk that mends shows them all. */
export const MAX_FAULTS = 20_000
const access = { permission: 'examinfo_import' }
const batchId = text('批次', { required: true, length: 20 })

/** 各文件、工作表、行的全部错误与警告，按文件、工作表、行排列。 */
export const importFaults = defineCall('examImport.faults', {
  method: 'GET',
  path: `${BASE}/faults`,
  title: '问题清单',
  access,
  input: {
    batchId,
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: MAX_FAULTS }),
  },
  output: { fault: json<PlacedFault>('问题') },
  answer: 'page',
})

export const importFaultCounts = defineCall('examImport.faultCounts', {
  method: 'GET',
  path: `${BASE}/faultCounts`,
  title: '各工作表的问题数',
  access,
  input: { batchId },
  output: {
    fileNo: integer('文件', { required: true }),
    sheetNo: integer('工作表', { required: true }),
    errors: integer('错误数', { required: true }),
    warnings: integer('警告数', { required: true }),
  },
  answer: 'list',
})

/** 修改任意多行的单元格，再校验。 */
export const importMend = defineCall('examImport.mend', {
  method: 'POST',
  path: `${BASE}/mend`,
  title: '修改单元格',
  access,
  input: { batchId, items: json<MendItem[]>('修改', { shape: 'rows', required: true }) },
  output: { jobId: text('任务') },
})

export const importMendCalls = [importFaults, importFaultCounts, importMend]
