import type { OrderLine } from '@xueheng/contract/domains/mall/order.ts'
import { ref } from '@xueheng/contract/kit/field.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Flex, InputNumber } from 'antd'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { viewOf } from '../../platform/crud/fields/kinds.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { LinesTable } from './LinesTable.tsx'

interface Wanted {
  bookId: string
  count: number
}

const BOOK = ref('图书', 'bookinfo')
const MOST_PIECES = 999

/** Books and how many of each, line by line; of an order that stands, its lines. */
export function ItemsInput({ value, onChange, disabled }: InputProps) {
  const t = useT()
  if (disabled) return <LinesTable lines={linesOf<OrderLine>(value)} />
  const lines = linesOf<Wanted>(value)
  const shown = lines.length > 0 ? lines : [{ bookId: '', count: 1 }]
  const put = (at: number, line: Wanted) => onChange?.(shown.map((one, no) => (no === at ? line : one)))
  return (
    <Flex vertical gap="small">
      {shown.map((line, at) => (
        <Line
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name while they are typed
          key={at}
          line={line}
          onChange={(next) => put(at, next)}
          onRemove={shown.length > 1 ? () => onChange?.(shown.filter((_one, no) => no !== at)) : undefined}
        />
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...shown, { bookId: '', count: 1 }])}>
        {t('再加一种图书')}
      </Button>
    </Flex>
  )
}

interface LineProps {
  line: Wanted
  onChange: (line: Wanted) => void
  onRemove: (() => void) | undefined
}

function Line({ line, onChange, onRemove }: LineProps) {
  const t = useT()
  const { Input } = viewOf(BOOK)
  return (
    <div className="mall-line">
      <Input field={BOOK} value={line.bookId} onChange={(bookId) => onChange({ ...line, bookId: String(bookId) })} />
      <InputNumber
        aria-label={t('数量')}
        min={1}
        max={MOST_PIECES}
        precision={0}
        value={line.count}
        onChange={(count) => onChange({ ...line, count: count ?? 1 })}
      />
      {onRemove && (
        <Button type="text" aria-label={t('删除')} title={t('删除')} icon={<DeleteOutlined />} onClick={onRemove} />
      )}
    </div>
  )
}

function linesOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : []
}
