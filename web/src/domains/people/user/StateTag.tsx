import { Tag } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'

const COLORS: Record<string, string> = { 正常: 'success', 已冻结: 'error', 已过期: 'warning' }

/** Whether an account may sign in. */
export function StateTag({ state }: { state: unknown }) {
  const t = useT()
  const text = String(state ?? '')
  return text && <Tag color={COLORS[text] ?? 'default'}>{t(text)}</Tag>
}
