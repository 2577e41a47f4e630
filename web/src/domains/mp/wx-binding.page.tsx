import { BIND_STATUS, bindingCodes, bindingRevoke, wxBinding } from '@xueheng/contract/domains/mp/wx-binding.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { KeyOutlined } from '@ant-design/icons'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { MpPage } from './MpPage.tsx'

type Issued = NonNullable<Output<typeof bindingCodes>>

/** 家长绑定: who has proved to be a parent of whom, and the codes to prove it by. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isIssuing, issue] = useState(false)
  const [issued, show] = useState<Issued>()
  const revoking = useAction((row: CrudRow) => callApi(bindingRevoke, { id: row.id }), {
    confirm: (row) => ({ text: t('确定解除与{name}的绑定?', { name: String(row['studentName']) }), isDanger: true }),
    changes: [wxBinding],
  })
  return (
    <MpPage title={wxBinding.title} hint={t('家长向公众号发送“绑定”加绑定码')}>
      <CrudPage entity={wxBinding}>
        <ListToolbar>
          {can('wxbinding_issue') && (
            <Button type="primary" icon={<KeyOutlined />} onClick={() => issue(true)}>
              {t('发放绑定码')}
            </Button>
          )}
        </ListToolbar>
        <ListRows
          isFlat
          actions={[
            {
              code: 'wxbinding_revoke',
              label: '解除',
              danger: true,
              run: (row) => void revoking.run(row),
              isFor: (row) => row['bindStatus'] === BIND_STATUS.bound,
            },
          ]}
        />
      </CrudPage>
      {isIssuing && (
        <CallDialog call={bindingCodes} onDone={(answer) => show(answer ?? undefined)} onClose={() => issue(false)}>
          <p className="mp-note">{t('每名学生一个，只显示这一次，两周有效，最多绑定两位家长；先前的作废')}</p>
        </CallDialog>
      )}
      {issued && <Codes issued={issued} onClose={() => show(undefined)} />}
    </MpPage>
  )
}

/** Shown once: to be printed and handed out. */
function Codes({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useT()
  return (
    <AppModal
      open
      isOnce
      width={560}
      title={`${t('绑定码')} · ${issued.className}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => window.print()}>{t('打印')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('已发给家长')}
          </Button>
        </>
      }
    >
      <p className="mp-note">{t('有效期至{time}', { time: formatTime(issued.expireTime) })}</p>
      <Table
        rowKey="code"
        size="small"
        pagination={false}
        scroll={{ y: 420 }}
        dataSource={issued.codes}
        columns={[
          { title: t('姓名'), dataIndex: 'studentName' },
          { title: t('绑定码'), dataIndex: 'code', render: (code: string) => <code className="mp-code">{code}</code> },
        ]}
      />
    </AppModal>
  )
}
