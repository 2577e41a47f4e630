import { DownloadOutlined } from '@ant-design/icons'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import { Alert, Button, Table, Typography } from 'antd'
import { saveAs } from '../../platform/api/client.ts'
import { usePhone } from '../../platform/crud/use-phone.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'

const IN_SIGHT = 8

/** First passwords as they were made: seen this once, to be handed to their owners. */
export function IssuedPasswords({ passwords }: { passwords: IssuedPassword[] }) {
  const t = useT()
  const isPhone = usePhone()
  const columns = [
    { title: t('账号'), dataIndex: 'account' },
    { title: t('用户昵称'), dataIndex: 'name' },
    {
      title: t('首次密码'),
      dataIndex: 'password',
      render: (text: string) => (
        <Typography.Text code copyable style={{ whiteSpace: isPhone ? undefined : 'nowrap' }}>
          {text}
        </Typography.Text>
      ),
    },
  ]

  function fetchAll(): void {
    const lines = [
      columns.map((column) => column.title),
      ...passwords.map((one) => [one.account, one.name, one.password]),
    ]
    const text = lines.map((cells) => cells.map(cellOf).join()).join('\r\n')
    saveAs(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${t('首次密码')}.csv`)
  }

  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('密码只显示这一次，请现在记下')}
        description={t('72小时内有效，本人登录后须立即修改。')}
      />
      <Table
        rowKey="account"
        size="small"
        style={{ marginBlock: 'var(--xh-space-6)' }}
        // On a phone the account alone says whose it is, and the password breaks at its dashes.
        columns={isPhone ? columns.filter((column) => column.dataIndex !== 'name') : columns}
        dataSource={passwords}
        pagination={passwords.length > IN_SIGHT ? { pageSize: IN_SIGHT, showSizeChanger: false } : false}
      />
      {passwords.length > 1 && (
        <Button icon={<DownloadOutlined />} onClick={fetchAll}>
          {t('下载首次密码')}
        </Button>
      )}
    </>
  )
}

/** Read by spreadsheets as the text it is: quotes doubled, no formula begins. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

interface IssuedDialogProps {
  passwords: IssuedPassword[]
  onClose: () => void
}

export function IssuedDialog({ passwords, onClose }: IssuedDialogProps) {
  const t = useT()
  return (
    <AppModal
      open
      isOnce
      title={t('首次密码')}
      width={640}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('我已记下')}
        </Button>
      }
    >
      <IssuedPasswords passwords={passwords} />
    </AppModal>
  )
}
