import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { RichText } from '../../platform/ui/RichText.tsx'
import type { Notice } from './notices.ts'
import './notice-bell.css'

interface NoticeDialogProps {
  notice: Notice | undefined
  onClose: () => void
  afterClose?: () => void
}

/** One notice, to be read. */
export function NoticeDialog({ notice, onClose, afterClose }: NoticeDialogProps) {
  const t = useT()
  return (
    <AppModal
      open={notice !== undefined}
      title={t('消息内容')}
      footer={null}
      width={680}
      onCancel={onClose}
      {...(afterClose && { afterClose })}
    >
      {notice && (
        <article className="notice-shown">
          <h2>{notice.title}</h2>
          <time>{notice.releaseTime}</time>
          <RichText html={notice.content} />
        </article>
      )}
    </AppModal>
  )
}
