import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Image, Spin } from 'antd'
import { useRef, useState } from 'react'
import { upload } from '../../api/client.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../ui/message.ts'
import { type InputProps, isBlank } from './field-view.ts'

const PUT_FILE = '/api/blade-resource/oss/endpoint/put-file'
const MAX_BYTES = 500 * 1024
const TYPES = ['image/jpeg', 'image/png']

export function ImageInput({ id, field, value, onChange, disabled }: InputProps) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(file: File | undefined) {
    if (!file) return
    if (!TYPES.includes(file.type) || file.size > MAX_BYTES) {
      message.warning(t('只能上传jpg或png图片，且不超过500kb'))
      return
    }
    setBusy(true)
    try {
      const answer = await upload<{ link: string }>(PUT_FILE, {}, [file])
      onChange?.(answer.link)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="crud-image">
      <input
        ref={picker}
        id={id}
        className="crud-image-picker"
        type="file"
        accept={TYPES.join()}
        disabled={disabled}
        onChange={(event) => {
          void send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {isBlank(value) ? (
        <button type="button" className="crud-image-add" disabled={disabled} onClick={() => picker.current?.click()}>
          {isBusy ? <Spin size="small" /> : <PlusOutlined />}
          <span>{t('上传图片')}</span>
        </button>
      ) : (
        <>
          <Image src={String(value)} alt={t(field.label)} width={96} height={96} className="crud-image-shown" />
          {!disabled && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('移除图片')}
              onClick={() => onChange?.('')}
            />
          )}
        </>
      )}
      <p className="crud-hint">{t('jpg或png，不超过500kb')}</p>
    </div>
  )
}
