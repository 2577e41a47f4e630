import { sms, smsEnabling, smsSend } from '@xueheng/contract/domains/resource/sms.ts'
import { checks } from '@xueheng/contract/derive/check.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useEnabling } from './config-actions.ts'

/** 短信配置: who sends the tenant's text messages; 调试 sends one by hand. */
export function Page() {
  const t = useT()
  const [chosen, choose] = useState<CrudRow>()
  const enabling = useEnabling('sms_enable', sms, smsEnabling)
  const code = String(chosen?.smsCode)
  return (
    <CrudPage entity={sms}>
      <ListToolbar />
      <ListRows actions={[...enabling, { code: 'sms_send', label: '调试', run: choose }]} />
      {chosen && (
        <CallDialog
          call={smsSend}
          title={`${t('发送短信')} · ${code}`}
          given={{ code }}
          checks={CHECKS}
          okText={t('发送')}
          done="发送成功"
          onClose={() => choose(undefined)}
        />
      )}
    </CrudPage>
  )
}

/** By hand it goes to one number. */
const CHECKS = { phones: async (value: unknown) => checks.phone(String(value)) }
