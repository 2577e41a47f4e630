import { signLog, signLogSubmit, signLogVerify } from '@xueheng/contract/domains/seal/sign-log.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'

/** 签章日志: every attempt to sign; the chain can be checked from its first line to its last. */
export function Page() {
  const t = useT()
  const [noted, note] = useState<CrudRow>()
  return (
    <CrudPage entity={signLog}>
      <ListToolbar>
        <VerifyButton />
      </ListToolbar>
      <ListRows actions={[{ code: 'signlog_remark', label: '备注', run: note }]} />
      {noted && (
        <CallDialog
          call={signLogSubmit}
          title={t('备注')}
          given={{ id: noted.id }}
          initial={{ remark: noted['remark'] }}
          changes={[signLog]}
          onClose={() => note(undefined)}
        />
      )}
    </CrudPage>
  )
}

function VerifyButton() {
  const t = useT()
  const verifying = useAction(() => callApi(signLogVerify, {}), {
    done: '',
    onDone: (found) => {
      if (!found) return
      const { checked, brokenSeq, reason } = found
      if (brokenSeq) message.error(t('第{seq}号：{reason}', { seq: brokenSeq, reason: t(reason) }))
      else message.success(t('日志完整，共{checked}条', { checked }))
    },
  })
  return (
    <Button loading={verifying.isBusy} onClick={() => void verifying.run()}>
      {t('校验日志')}
    </Button>
  )
}
