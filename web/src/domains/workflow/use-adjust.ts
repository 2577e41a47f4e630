import type { FormInstance } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { type TaskPlace, useComplete } from './use-complete.ts'

/** Hands in a request again as it was changed, or gives it up. */
export function useAdjust(place: TaskPlace, form: FormInstance) {
  const t = useT()
  const complete = useComplete(place, { form })
  const givingUp = useComplete(place, { confirm: '确定放弃这次申请?' })
  return {
    isBusy: complete.isBusy || givingUp.isBusy,
    refusal: complete.refusal ?? givingUp.refusal,
    handIn: (changed: Record<string, unknown>) => void complete.run(true, t('重新提交'), changed),
    giveUp: () => void givingUp.run(false, t('放弃申请')),
  }
}
