import type { HookAPI } from 'antd/es/modal/useModal'
import { t } from '../i18n/i18n.ts'

let dialogs: HookAPI | undefined

/** The shell hands over antd's own dialogs, which follow theme and language. */
export function bindDialogs(instance: HookAPI | undefined): void {
  dialogs = instance
}

export interface ConfirmOptions {
  title?: string
  okText?: string
  /** The action destroys something: its button is red and not the one that has the focus. */
  isDanger?: boolean
}

/** Asks before something happens; `true` when the user agrees. */
export async function confirmBox(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  if (!dialogs) return window.confirm(text)
  // The press of a key that asks, in a menu say, would answer as well: the browser hands it to what has the focus by then.
  await new Promise((done) => setTimeout(done))
  return dialogs.confirm({
    title: options.title ?? t('提示'),
    content: text,
    centered: true,
    okText: options.okText ?? t('确定'),
    cancelText: t('取消'),
    okButtonProps: { danger: options.isDanger },
    focusable: { autoFocusButton: options.isDanger ? 'cancel' : 'ok' },
  })
}
