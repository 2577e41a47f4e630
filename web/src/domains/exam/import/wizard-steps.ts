import { batchStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { ImportSheet, importBatchFields } from '@xueheng/contract/domains/exam/import.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'

export type Batch = Row<typeof importBatchFields>
export type StepCode = 'choose' | 'upload' | 'mapping' | 'check' | 'confirm' | 'finish'

export const STEPS: { code: StepCode; title: string; hint: string }[] = [
  { code: 'choose', title: '选择考试与类型', hint: '考生、成绩、任课教师或小题分' },
  { code: 'upload', title: '上传文件', hint: '可一次拖入多个' },
  { code: 'mapping', title: '识别与映射', hint: '每列是什么' },
  { code: 'check', title: '校验结果', hint: '逐格修改错误' },
  { code: 'confirm', title: '确认警告', hint: '核对要写入的条数' },
  { code: 'finish', title: '导入', hint: '一次写入，可撤销' },
]

const { states } = batchStates

export function isStatus(batch: Batch, ...names: (keyof typeof states)[]): boolean {
  return names.some((name) => states[name].value === batch.status)
}

/** Somebody is working on the batch. */
export function isWorking(batch: Batch): boolean {
  return isStatus(batch, 'uploaded', 'checking', 'committing')
}

function isUnknown({ isIgnored, layout }: ImportSheet): boolean {
  return !isIgnored && layout === 'unknown'
}

/** Whether columns of a sheet seem to mean the same and nobody has said which is meant. */
export function hasQuestion({ isIgnored, questions = [] }: ImportSheet): boolean {
  return !isIgnored && questions.length > 0
}

/** The step a batch stands at. */
export function stepOf(batch: Batch | undefined, hasExam: boolean): StepCode {
  if (!batch) return hasExam ? 'upload' : 'choose'
  if (isStatus(batch, 'committing', 'committed', 'undone')) return 'finish'
  return batch.files.some((file) => file.sheets.some((sheet) => isUnknown(sheet) || hasQuestion(sheet)))
    ? 'mapping'
    : 'check'
}

/** Whether a step can be opened now. */
export function canOpen(code: StepCode, batch: Batch | undefined, hasExam: boolean): boolean {
  if (code === 'choose') return true
  if (code === 'upload') return hasExam && (!batch || !isStatus(batch, 'committing', 'committed', 'undone'))
  if (!batch || batch.files.length === 0) return false
  if (code === 'finish') return isStatus(batch, 'committing', 'committed', 'undone')
  if (isStatus(batch, 'committing', 'committed', 'undone')) return false
  return code === 'confirm' ? isStatus(batch, 'checked') : true
}
