import { defineCall } from '../../kit/call.ts'
import { dict, flag, integer, json, ref, text } from '../../kit/field.ts'
import type { DoubledColumn } from './doubled-column.ts'
import type { FileReason, LeftOut, SheetReason } from './left-out.ts'

/** 导入类型。 */
export type ImportKind = 'student' | 'score' | 'teacher' | 'question'

/** Kinds that are checked once more when everything is there; the exam waits for them. */
export type CheckedKind = Exclude<ImportKind, 'teacher' | 'question'>

/** Kinds whose records are rows of an entity; question scores lie in columnar files. */
export type RowKind = Exclude<ImportKind, 'question'>

/** One sheet of an uploaded workbook and how its columns are read. */
export interface ImportSheet {
  fileNo: number
  sheetNo: number
  name: string
  /** Filled rows, the header included. */
  rowNum: number
  /** Row number of the header, the last line of it; 0 when none was recognised. */
  headerRow: number
  /** `wide` one column per course, `long` one row per course, `roster` one row per student. */
  layout: 'roster' | 'wide' | 'long' | 'unknown'
  titles: string[]
  /** What each column fills, in the order of `titles`; '' is passed over. */
  targets: string[]
  isIgnored: boolean
  /** The paper a sheet of question scores is of; '' as long as nobody knows. */
  courseName?: string
  paperCode?: string
  /** Why it is passed over. */
  leftOut?: SheetReason
  /** Columns that might all fill one target; the first choice stands in `targets` until the user says which it is. */
  questions?: DoubledColumn[]
  /** The sheet is of another kind than the batch, and was passed over for that. */
  otherKind?: ImportKind
  /** Whether the mapping was remembered from an earlier file with the same header. */
  isRemembered: boolean
}

/** What a user says of a sheet. */
export type SheetMapping = Pick<
  ImportSheet,
  'fileNo' | 'sheetNo' | 'headerRow' | 'targets' | 'isIgnored' | 'courseName' | 'paperCode'
>

export interface ImportFile {
  fileNo: number
  fileName: string
  size: number
  /** Why the file could not be read; empty when it was. */
  message: string
  /** Why the file is left out of the batch; null when it belongs to it. */
  leftOut: FileReason | null
  sheets: ImportSheet[]
}

export interface ImportCounts {
  /** Filled rows of all sheets; every one of them is among `rows` or `left`. */
  read: number
  left: number
  /** Rows that are taken. */
  rows: number
  fresh: number
  changed: number
  unchanged: number
  /** Rows with at least one error; with at least one warning. */
  faulty: number
  warned: number
}

/** How often each rule spoke. */
export interface FaultCount {
  code: string
  level: 'error' | 'warning'
  num: number
}

export interface ImportFault {
  /** Zero-based column of the sheet; -1 concerns the whole row. */
  column: number
  code: string
  /** `left` says why the row is left out. */
  level: 'error' | 'warning' | 'left'
  text: string
}

export interface StagedRow {
  rowId: number
  fileNo: number
  sheetNo: number
  rowNo: number
  cells: string[]
  faults: ImportFault[]
}

/** A stored row that the workbooks leave out; course and text of marks only. */
export interface GoneRow {
  studentNumber: string
  studentName: string
  schoolName: string
  className: string
  courseName: string
  text: string
}

/** What a batch takes away that keeps only what its workbooks name. */
export interface GoneRows {
  num: number
  /** The first of them. */
  rows: GoneRow[]
}

/** A school name no school bears, and how many rows use it. */
export interface UnknownSchool {
  text: string
  num: number
}

const BASE = '/api/bigdata-service/examimport'
const access = { permission: 'examinfo_import' }
const batchId = text('批次', { required: true, length: 20 })
const jobId = { jobId: text('任务') }

export const importBatchFields = {
  batchId: text('批次', { required: true }),
  examId: ref('考试', 'examInfo', { required: true }),
  examName: text('考试名称', { required: true }),
  kind: json<ImportKind>('类型', { required: true }),
  status: dict('状态', 'batch_status', { required: true, numeric: true }),
  message: text('说明', { required: true }),
  counts: json<ImportCounts>('计数'),
  faultCounts: json<FaultCount[]>('各规则计数'),
  leftOut: json<LeftOut[]>('不导入的行'),
  unknownSchools: json<UnknownSchool[]>('未识别的学校'),
  files: json<ImportFile[]>('文件'),
  isCleared: flag('行已清理', { required: true }),
  isExact: flag('只保留这些', { required: true }),
  gone: json<GoneRows>('将移除的行', { required: true }),
  jobId: text('任务', { required: true }),
  createUserName: text('上传人', { required: true }),
  createTime: text('上传时间', { required: true }),
}

/** 上传若干工作簿，成为一个批次；带 batchId 时加入该批次，`isReplace` 时代替其中同名的文件。 */
export const importUpload = defineCall('examImport.upload', {
  method: 'POST',
  path: `${BASE}/upload`,
  title: '上传工作簿',
  access,
  body: 'upload',
  input: {
    examId: ref('考试', 'examInfo', { required: true }),
    kind: text('类型', { required: true, length: 10 }),
    batchId: text('批次', { length: 20 }),
    isReplace: flag('代替'),
  },
  output: { batchId: text('批次', { required: true }), jobId: text('任务', { required: true }) },
})

export const importDetail = defineCall('examImport.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '导入批次',
  access,
  input: { batchId },
  output: importBatchFields,
})

export const importList = defineCall('examImport.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '导入批次列表',
  access,
  input: {
    examId: ref('考试', 'examInfo'),
    kind: text('类型', { length: 10 }),
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 1000 }),
  },
  output: importBatchFields,
  answer: 'page',
})

/** 保存列的含义与学校别名；同样的表头下次不再问。 */
export const importMapping = defineCall('examImport.mapping', {
  method: 'POST',
  path: `${BASE}/mapping`,
  title: '保存列映射',
  access,
  input: {
    batchId,
    sheets: json<SheetMapping[]>('列映射', { shape: 'rows' }),
    schools: json<Record<string, string>>('学校别名', { shape: 'row' }),
  },
  output: jobId,
})

export const importRows = defineCall('examImport.rows', {
  method: 'GET',
  path: `${BASE}/rows`,
  title: '待导入的行',
  access,
  input: {
    batchId,
    fileNo: integer('文件'),
    sheetNo: integer('工作表'),
    level: text('级别', { length: 10 }),
    code: text('规则', { length: 12 }),
    onlyFaulty: flag('只看问题行'),
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 1000 }),
  },
  output: { row: json<StagedRow>('行') },
  answer: 'page',
})

export const importCheck = defineCall('examImport.check', {
  method: 'POST',
  path: `${BASE}/check`,
  title: '重新校验批次',
  access,
  input: { batchId },
  output: jobId,
})

/** 写入：一次事务，要么全部要么全不；有警告时须带 confirmWarnings。 */
export const importCommit = defineCall('examImport.commit', {
  method: 'POST',
  path: `${BASE}/commit`,
  title: '导入批次',
  access,
  input: { batchId, confirmWarnings: flag('确认警告'), confirmRemovals: flag('确认移除') },
  output: jobId,
})

export const importUndo = defineCall('examImport.undo', {
  method: 'POST',
  path: `${BASE}/undo`,
  title: '撤销导入',
  access,
  input: { batchId },
  output: jobId,
})

export const importTemplate = defineCall('examImport.template', {
  method: 'GET',
  path: `${BASE}/template`,
  title: '导入模板',
  access,
  input: { examId: ref('考试', 'examInfo', { required: true }), kind: text('类型', { required: true, length: 10 }) },
  answer: 'file',
})

/** 原样的行加一列校验结果，有错的单元格标色加批注；每个文件一个工作簿，多个时打成一个 zip；改好可再上传。 */
export const importAnnotated = defineCall('examImport.annotated', {
  method: 'GET',
  path: `${BASE}/annotated`,
  title: '下载标注错误的工作簿',
  access,
  input: { batchId },
  answer: 'file',
})

export const importRemoveFile = defineCall('examImport.removeFile', {
  method: 'POST',
  path: `${BASE}/removeFile`,
  title: '移除文件',
  access,
  input: { batchId, fileNo: integer('文件', { required: true }) },
  output: jobId,
})

export const importCalls = [
  importUpload,
  importDetail,
  importList,
  importMapping,
  importRows,
  importCheck,
  importCommit,
  importUndo,
  importTemplate,
  importAnnotated,
  importRemoveFile,
]
