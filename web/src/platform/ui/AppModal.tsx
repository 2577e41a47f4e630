import { Modal, type ModalProps } from 'antd'
import { useShown } from '../tabs/tab.ts'
import { IsFramed } from './frame.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface AppModalProps extends ModalProps {
  /** What it shows is seen this once, as passwords are: its own buttons alone close it. */
  isOnce?: boolean | undefined
}

/**
 * The only dialog of the product. antd's Modal throws when the tab it is open in is hidden and shown again, so it
 * leaves the page while its tab is hidden; keep a `Form` instance outside it and nothing typed is lost. A closed one
 * leaves nothing in the page. antd's own two buttons stand below it only where they do something.
 */
export function AppModal({ children, footer, isOnce = false, ...props }: AppModalProps) {
  useFocusReturn()
  const isShown = useShown()
  if (!isShown) return null
  return (
    <Modal
      centered
      mask={{ closable: false }}
      destroyOnHidden
      footer={props.onOk ? footer : (footer ?? null)}
      {...(isOnce && { keyboard: false, closable: false })}
      {...props}
    >
      <IsFramed value={true}>{children}</IsFramed>
    </Modal>
  )
}
