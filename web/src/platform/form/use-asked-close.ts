import type { FormInstance } from 'antd'
import { useT } from '../i18n/i18n.ts'
import { confirmBox } from '../ui/confirm.ts'

interface AskedClose {
  form: Pick<FormInstance, 'isFieldsTouched'>
  /** While what was typed is being sent the dialog stays. */
  isBusy: boolean
  onClose: () => void
}

/** How the user closes a dialog with a form: what was typed is given up only after a yes. */
export function useAskedClose({ form, isBusy, onClose }: AskedClose): () => Promise<void> {
  const t = useT()
  return async () => {
    if (isBusy) return
    if (!form.isFieldsTouched() || (await confirmBox(t('填写的内容还没有保存，确定关闭?'), { isDanger: true })))
      onClose()
  }
}
