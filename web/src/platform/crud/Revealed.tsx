import { EyeOutlined } from '@ant-design/icons'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { Button, Tooltip } from 'antd'
import { type MouseEvent, useState } from 'react'
import { post } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useCan } from '../session/session.ts'
import { pathOf } from './crud-api.ts'
import { lazyPart } from './lazy-part.tsx'

const ReasonDialog = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)

interface RevealedProps {
  entity: AnyEntity
  field: Field
  name: string
  id: string
  /** The masked value. */
  value: string
}

/** A masked personal value; who may sees it in full for a reason, until the page is left. */
export function Revealed({ entity, field, name, id, value }: RevealedProps) {
  const t = useT()
  const can = useCan()
  const [isAsking, ask] = useState(false)
  const [whole, setWhole] = useState<string>()
  if (whole !== undefined) return <span className="crud-revealed">{whole}</span>
  if (!can(`${entity.permission}_reveal`)) return <span>{value}</span>

  async function reveal(reason: string): Promise<void> {
    const answer = await post<{ value: string }>(pathOf(entity, 'reveal'), { body: { id, field: name, reason } })
    setWhole(answer.value)
    ask(false)
  }

  return (
    <span className="crud-masked" onDoubleClick={stop}>
      {value}
      <Tooltip title={t('查看完整信息')} mouseEnterDelay={0.4}>
        <Button
          type="text"
          size="small"
          aria-label={`${t('查看完整信息')} ${t(field.label)}`}
          icon={<EyeOutlined />}
          onClick={(event) => {
            stop(event)
            ask(true)
          }}
        />
      </Tooltip>
      {isAsking && (
        // Clicks inside the dialog belong to it, not to the row it was opened from.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        <span onClick={stop} onKeyDown={(event) => event.stopPropagation()}>
          <ReasonDialog
            title={`${t('查看完整信息')} · ${t(field.label)}`}
            hint={t('查看理由（将记入操作日志）')}
            okText={t('查看')}
            onCancel={() => ask(false)}
            onSubmit={reveal}
          />
        </span>
      )}
    </span>
  )
}

function stop(event: MouseEvent): void {
  event.stopPropagation()
}
