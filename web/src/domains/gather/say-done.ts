import type { prefillStudents, sendStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { t } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'

/** How many students came in, and how much of what is asked was known of them. */
export function sayPrefilled(answer: Output<typeof prefillStudents> | null): void {
  const { added = 0, skipped = 0, percent = null } = answer ?? {}
  const taken = t('新增{added}条，已有{skipped}条', { added, skipped })
  message.success(percent === null ? taken : `${taken}；${t('已带出{percent}%的采集项', { percent })}`)
}

/** How many were handed in; of those that were not, why the first was not. */
export function saySent(answer: Output<typeof sendStudents> | null): void {
  const { sent = 0, leftNum = 0, message: reason = null } = answer ?? {}
  const done = t('已提交{sent}人', { sent })
  if (leftNum === 0) message.success(done)
  else message.warning(`${done}；${t('还有{left}人没有提交', { left: leftNum })}${reason ? `：${reason}` : ''}`)
}
