import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { type FormFile, MOST_FILES } from '@xueheng/contract/domains/workflow/form.ts'
import { requestUpload } from '@xueheng/contract/domains/workflow/request.ts'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { upload } from '../../platform/api/client.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'

/** Attachments: sent as soon as they are chosen, handed in with the form. */
export function FilesInput({ id, value, onChange, disabled }: InputProps) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const files = Array.isArray(value) ? (value as FormFile[]) : []
  const sending = useAction((chosen: File[]) => upload<FormFile[]>(requestUpload.path, {}, chosen), {
    done: '',
    onDone: (sent) => onChange?.([...files, ...sent]),
  })
  const isLocked = disabled === true || sending.isBusy

  function send(chosen: File[]): void {
    const taken = chosen.slice(0, MOST_FILES - files.length)
    if (taken.length < chosen.length) message.warning(t('最多上传{n}个附件，其余未上传', { n: MOST_FILES }))
    if (taken.length > 0) void sending.run(taken)
  }
  return (
    <div className="flow-files">
      <input
        ref={picker}
        id={id}
        tabIndex={-1}
        type="file"
        multiple
        disabled={isLocked}
        onChange={(event) => {
          send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            {file.name}
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('移除{name}', { name: file.name })}
              disabled={isLocked}
              onClick={() => onChange?.(files.filter((one) => one.id !== file.id))}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<UploadOutlined />}
        loading={sending.isBusy}
        disabled={disabled === true || files.length >= MOST_FILES}
        onClick={() => picker.current?.click()}
      >
        {t('上传附件')}
      </Button>
    </div>
  )
}
