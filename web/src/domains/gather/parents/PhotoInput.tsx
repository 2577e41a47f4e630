import { PHOTO } from '@xueheng/contract/domains/gather/gather-student.ts'
import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { fitPicture } from '../../../platform/crud/fields/fit-picture.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { message } from '../../../platform/ui/message.ts'

interface PhotoInputProps {
  id?: string
  /** The chosen photo as a data address; it goes with the other answers. */
  value?: string
  onChange?: (value: string) => void
  /** The school has one already. */
  isThere: boolean
}

/** A photo from the phone's camera or album, turned, cut and shrunk before it is sent. */
export function PhotoInput({ id, value, onChange, isThere }: PhotoInputProps) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const fitting = useAction(
    async (file: File) => {
      const photo = await fitPicture(file, PHOTO)
      return photo && readAsAddress(photo)
    },
    {
      done: '',
      onDone: (address) => (address ? onChange?.(address) : message.warning(t('打不开这张图片，请换一张jpg或png照片'))),
    },
  )
  return (
    <div className="parent-photo">
      <input
        ref={picker}
        id={id}
        hidden
        type="file"
        accept="image/*"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void fitting.run(file)
          event.target.value = ''
        }}
      />
      {value && <img src={value} alt={t('选好的照片')} width={PHOTO[0] / 2} height={Math.round(PHOTO[1] / 2)} />}
      <Button size="large" icon={<CameraOutlined />} loading={fitting.isBusy} onClick={() => picker.current?.click()}>
        {t(value || isThere ? '换一张照片' : '选择照片')}
      </Button>
      <p className="parent-quiet">
        {isThere && !value ? t('已有照片，没有变化不用换') : t('选一张正面照，自动转正、裁成证件照并压缩')}
      </p>
    </div>
  )
}

function readAsAddress(file: File): Promise<string> {
  return new Promise((take, refuse) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => take(String(reader.result)))
    reader.addEventListener('error', () => refuse(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
}
