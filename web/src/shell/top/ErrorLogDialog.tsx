import { sendLogs } from '@xueheng/contract/domains/system/auth.ts'
import { Button } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { message } from '../../platform/ui/message.ts'
import { clearErrorLog, useErrorLog } from '../error-log.ts'
import './error-log-dialog.css'

/** Faults of screens on this computer: sent to the server, or thrown away. */
export function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  useT()
  const entries = useErrorLog((log) => log.entries)
  const isEmpty = entries.length === 0
  return (
    <AppModal
      open
      title={t('错误日志')}
      width={880}
      onCancel={onClose}
      footer={[
        <Button key="send" disabled={isEmpty} onClick={() => void send(entries)}>
          {t('上传服务器')}
        </Button>,
        <Button key="clear" danger disabled={isEmpty} onClick={() => void clear()}>
          {t('清空本地日志')}
        </Button>,
      ]}
    >
      {isEmpty ? (
        <Empty title={t('没有错误日志')} />
      ) : (
        <div className="error-log">
          {entries.map((entry) => (
            <details key={entry.time + entry.message}>
              <summary>
                <time>{new Date(entry.time).toLocaleString()}</time>
                <b>{entry.message}</b>
                <span>{entry.url}</span>
              </summary>
              <pre>{entry.stack + entry.info}</pre>
            </details>
          ))}
        </div>
      )}
    </AppModal>
  )
}

async function send(items: unknown[]): Promise<void> {
  if (!(await confirmBox(t('确定上传本地日志到服务器?')))) return
  await callApi(sendLogs, { items })
  clearErrorLog()
  message.success(t('发送成功!'))
}

async function clear(): Promise<void> {
  if (!(await confirmBox(t('确定清空本地日志记录?')))) return
  clearErrorLog()
  message.success(t('清空成功!'))
}
