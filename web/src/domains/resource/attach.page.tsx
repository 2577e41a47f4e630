import { UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { attach, attachLink, putFileAttach } from '@xueheng/contract/domains/resource/attach.ts'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { callApi, upload } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { message, showError } from '../../platform/ui/message.ts'

/** 附件管理: every stored file; a download goes by an address that opens it for five minutes. */
export function Page() {
  const can = useCan()
  return (
    <CrudPage
      entity={attach}
      title="附件管理"
      toolbar={can('attach_upload') && <UploadButton />}
      rowActions={[{ code: 'attach_download', label: '下载', run: open }]}
    />
  )
}

async function open(row: CrudRow): Promise<void> {
  try {
    const answer = await callApi(attachLink, { id: row.id })
    if (answer) window.location.assign(answer.link)
  } catch (error) {
    showError(error)
  }
}

function UploadButton() {
  const t = useT()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(file: File | undefined): Promise<void> {
    if (!file) return
    setBusy(true)
    try {
      await upload(putFileAttach.path, {}, [file])
      message.success('上传成功')
      await client.invalidateQueries()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('上传附件')}
        onChange={(event) => {
          void send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button type="primary" icon={<UploadOutlined />} loading={isBusy} onClick={() => picker.current?.click()}>
        {t('上传')}
      </Button>
    </>
  )
}
