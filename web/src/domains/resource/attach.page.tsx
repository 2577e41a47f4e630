import { UploadOutlined } from '@ant-design/icons'
import { attach, attachLink, putFileAttach } from '@xueheng/contract/domains/resource/attach.ts'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, upload } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'

/** 附件管理: every stored file; a download goes by an address that opens it for five minutes. */
export function Page() {
  const can = useCan()
  const fetching = useAction((row: CrudRow) => callApi(attachLink, { id: row.id }), {
    done: '',
    onDone: (answer) => answer && window.location.assign(answer.link),
  })
  return (
    <CrudPage entity={attach}>
      <ListToolbar>{can('attach_upload') && <UploadButton />}</ListToolbar>
      <ListRows actions={[{ code: 'attach_download', label: '下载', run: fetching.run }]} />
    </CrudPage>
  )
}

function UploadButton() {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const sending = useAction((file: File) => upload(putFileAttach.path, {}, [file]), {
    done: '上传成功',
    changes: [attach],
  })
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('上传附件')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void sending.run(file)
          target.value = ''
        }}
      />
      <Button type="primary" icon={<UploadOutlined />} loading={sending.isBusy} onClick={() => picker.current?.click()}>
        {t('上传')}
      </Button>
    </>
  )
}
