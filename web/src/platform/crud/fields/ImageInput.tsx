import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Image, Spin } from 'antd'
import { useRef } from 'react'
import { useAction } from '../../action/use-action.ts'
import { useT } from '../../i18n/i18n.ts'
import type { InputProps } from './field-view.ts'
import { linksOf } from './image-links.ts'
import { PICTURE_TYPES, sendPicture } from './send-picture.ts'

/** One picture, or as many as the field says; each can be looked at in full and taken away. */
export function ImageInput({ id, field, value, onChange, disabled }: InputProps) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const links = linksOf(value)
  const most = field.max ?? 1
  const sending = useAction((file: File) => sendPicture(file, field.upload, field.cut), {
    done: '',
    onDone: (link) => link && onChange?.([...links, link].join()),
  })
  const { isBusy } = sending

  return (
    <div className="crud-image">
      <input
        ref={picker}
        id={id}
        className="crud-image-picker"
        type="file"
        accept={PICTURE_TYPES.join()}
        disabled={disabled || isBusy}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void sending.run(file)
          event.target.value = ''
        }}
      />
      <div className="crud-image-row">
        <Image.PreviewGroup>
          {links.map((link) => (
            <Picture
              key={link}
              link={link}
              alt={t(field.label)}
              onRemove={disabled || isBusy ? undefined : () => onChange?.(links.filter((one) => one !== link).join())}
            />
          ))}
        </Image.PreviewGroup>
        {links.length < most && !(disabled && links.length > 0) && (
          <AddButton isBusy={isBusy} disabled={disabled} onClick={() => picker.current?.click()} />
        )}
      </div>
      <p className="crud-hint">{hintOf(field.cut !== undefined, most, t)}</p>
    </div>
  )
}

function hintOf(isCut: boolean, most: number, t: ReturnType<typeof useT>): string {
  if (isCut) return t('选一张正面照，自动转正、裁成证件照并压缩')
  return most > 1 ? t('jpg或png，不超过500kb，最多{n}张', { n: most }) : t('jpg或png，不超过500kb')
}

interface AddButtonProps {
  isBusy: boolean
  disabled: boolean | undefined
  onClick: () => void
}

function AddButton({ isBusy, disabled, onClick }: AddButtonProps) {
  const t = useT()
  return (
    <button type="button" className="crud-image-add" disabled={disabled || isBusy} onClick={onClick}>
      {isBusy ? <Spin size="small" /> : <PlusOutlined />}
      <span>{t('上传图片')}</span>
    </button>
  )
}

function Picture({ link, alt, onRemove }: { link: string; alt: string; onRemove: (() => void) | undefined }) {
  const t = useT()
  return (
    <span>
      <Image src={link} alt={alt} width={96} height={96} className="crud-image-shown" />
      {onRemove && (
        <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('移除图片')} onClick={onRemove} />
      )}
    </span>
  )
}
