import { qrCodeCreate, qrCodePicture, qrCodeSync, wxQrCode } from '@xueheng/contract/domains/mp/wx-qr-code.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { MpPage } from './MpPage.tsx'

/** 带参二维码: asked of the platform, drawn here. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isMaking, make] = useState(false)
  const [shown, show] = useState<CrudRow>()
  const marking = useAction(() => callApi(qrCodeSync), { changes: [wxQrCode] })
  return (
    <MpPage title={wxQrCode.title}>
      <CrudPage entity={wxQrCode}>
        <ListToolbar>
          {can('wxqrcode_edit') && (
            <>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => make(true)}>
                {t('生成二维码')}
              </Button>
              <Button loading={marking.isBusy} onClick={() => void marking.run()}>
                {t('刷新到期标记')}
              </Button>
            </>
          )}
        </ListToolbar>
        <ListRows actions={[{ code: 'wxqrcode_view', label: '二维码', run: show }]} />
      </CrudPage>
      {isMaking && (
        <CallDialog
          call={qrCodeCreate}
          given={{ appid: null }}
          initial={{ isTemp: 1, expireSeconds: qrCodeCreate.input.expireSeconds.default }}
          changes={[wxQrCode]}
          onClose={() => make(false)}
        />
      )}
      {shown && <Picture row={shown} onClose={() => show(undefined)} />}
    </MpPage>
  )
}

function Picture({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  const found = useQuery({ queryKey: ['mp', 'qr', row.id], queryFn: () => callApi(qrCodePicture, { id: row.id }) })
  const scene = String(row['sceneStr'])
  return (
    <AppModal open width={360} title={scene} onCancel={onClose} footer={<Button onClick={onClose}>{t('关闭')}</Button>}>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={5} />}
      {found.data && (
        <img
          className="mp-qr"
          alt={t('二维码“{name}”', { name: scene })}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(found.data.svg)}`}
        />
      )}
    </AppModal>
  )
}
