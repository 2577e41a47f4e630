import { tenantAdminPassword } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { Alert, Button, Descriptions, Typography } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'

export interface TenantOption {
  id: string
  tenantId: string
  tenantName: string
}

interface FirstPasswordProps {
  tenant: TenantOption
  /** The tenant has just been made; nobody has signed in there yet. */
  isNew: boolean
  onClose: () => void
}

interface Issued {
  tenantId: string
  account: string
  password: string
}

/** A first password for a tenant's administrator: made when asked for, seen once. */
export function FirstPassword({ tenant, isNew, onClose }: FirstPasswordProps) {
  const t = useT()
  const [issued, setIssued] = useState<Issued>()
  const issuing = useAction(() => callApi(tenantAdminPassword, { id: tenant.id }), {
    isInline: true,
    done: '',
    onDone: (answer) => setIssued(answer ?? undefined),
  })

  return (
    <AppModal
      open
      isOnce={issued !== undefined}
      title={`${t('管理员密码')} · ${tenant.tenantName}`}
      width={560}
      onCancel={onClose}
      footer={
        issued ? (
          <Button type="primary" onClick={onClose}>
            {t('我已记下')}
          </Button>
        ) : (
          <Button type="primary" loading={issuing.isBusy} onClick={() => void issuing.run()}>
            {t('发放首次密码')}
          </Button>
        )
      }
    >
      <RefusalNote text={issuing.refusal} />
      {issued ? (
        <Facts issued={issued} />
      ) : (
        <p>
          {isNew
            ? t('租户已建好，编号 {code}。发放首次密码后，把它交给租户的管理员。', { code: tenant.tenantId })
            : t('发放新的首次密码后，管理员原来的密码失效，并立即退出登录。')}
        </p>
      )}
    </AppModal>
  )
}

function Facts({ issued }: { issued: Issued }) {
  const t = useT()
  const items = [
    { label: t('租户编号'), text: issued.tenantId },
    { label: t('账号'), text: issued.account },
    { label: t('首次密码'), text: issued.password },
  ].map(({ label, text }) => ({
    key: label,
    label,
    children: (
      <Typography.Text code copyable>
        {text}
      </Typography.Text>
    ),
  }))
  return (
    <>
      <Alert type="warning" showIcon title={t('密码只显示这一次，请现在记下')} />
      <Descriptions bordered size="small" column={1} items={items} style={{ marginTop: 'var(--xh-space-6)' }} />
    </>
  )
}
