import { modelStates } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { Tag } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'

/** 草稿 or 启用. */
export function StatusMark({ status }: { status: number }) {
  const t = useT()
  const state = stateOf(modelStates, status)
  return <Tag color={state === 'enabled' ? 'success' : 'default'}>{t(modelStates.states[state].title)}</Tag>
}
