import { sendLogs } from '@xueheng/contract/domains/log/client-errors.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { formatInstant } from '../../platform/i18n/format.ts'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { message } from '../../platform/ui/message.ts'
import { type LogEntry, clearErrorLog, useErrorLog } from '../error-log.ts'
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
      width={960}
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
      {isEmpty ? <Empty title={t('没有错误日志')} /> : <LogTable entries={entries} />}
    </AppModal>
  )
}

const COLUMNS = ['类型', '地址', '内容', '错误堆栈', '时间']

function LogTable({ entries }: { entries: LogEntry[] }) {
  return (
    <div className="error-log">
      <table>
        <thead>
          <tr>
            {COLUMNS.map((title) => (
              <th key={title} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <LogRow key={entry.time + entry.message} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LogRow({ entry }: { entry: LogEntry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr>
        <td>{entry.type}</td>
        <td>{new URL(entry.url).pathname}</td>
        <td>{entry.message}</td>
        <td>
          <Button size="small" type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? '收起' : '展开')}
          </Button>
        </td>
        <td>
          <time>{formatInstant(new Date(entry.time))}</time>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <pre>{entry.stack + entry.info}</pre>
          </td>
        </tr>
      )}
    </>
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
