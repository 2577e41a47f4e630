import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { titleOf } from './header-tree.ts'
import type { ReportAddress } from './use-report.ts'

interface ColumnsToolProps {
  address: ReportAddress
  headers: Header[]
}

/** Which columns are seen, printed and carried away; the choice is part of the address. */
export function ColumnsTool(props: ColumnsToolProps) {
  const t = useT()
  return (
    <Popover trigger="click" placement="bottomRight" content={<ColumnList {...props} />} destroyOnHidden>
      <Button type="text" aria-label={t('列设置')} title={t('列设置')} icon={<SettingOutlined />} />
    </Popover>
  )
}

function ColumnList({ address, headers }: ColumnsToolProps) {
  const t = useT()
  const hidden = new Set(address.hidden)
  const all = choosable(headers).map(({ key }) => key)
  const isLast = (keys: string[]) => all.every((key) => keys.includes(key) || hidden.has(key))

  function show(keys: string[], isShown: boolean): void {
    const next = isShown ? [...hidden].filter((key) => !keys.includes(key)) : [...new Set([...hidden, ...keys])]
    address.setQuietly({ hide: next.join(',') || undefined })
  }

  return (
    <div className="report-columns">
      <ul>
        {headers.map((header) => (
          <ColumnLine key={header.key} {...{ header, hidden, isLast }} onShow={show} />
        ))}
      </ul>
      <Button type="link" size="small" disabled={hidden.size === 0} onClick={() => show([...hidden], true)}>
        {t('恢复默认')}
      </Button>
    </div>
  )
}

/** Columns that may be left out: those that name a row stay. */
function choosable(headers: Header[]): Header[] {
  return leavesOf(headers).filter((leaf) => !leaf.fixed)
}

interface ColumnLineProps {
  header: Header
  hidden: ReadonlySet<string>
  /** Whether nothing would be left without these. */
  isLast: (keys: string[]) => boolean
  onShow: (keys: string[], isShown: boolean) => void
}

/** A column, or a group with its own below it. */
function ColumnLine({ header, hidden, isLast, onShow }: ColumnLineProps) {
  const t = useT()
  const keys = choosable([header]).map(({ key }) => key)
  const shown = keys.filter((key) => !hidden.has(key))
  const isAll = shown.length === keys.length
  return (
    <li>
      <Checkbox
        checked={isAll}
        indeterminate={shown.length > 0 && !isAll}
        disabled={keys.length === 0 || (isAll && isLast(keys))}
        onChange={(event) => onShow(keys, event.target.checked)}
      >
        {header.children ? t(header.title) : titleOf(t, header)}
      </Checkbox>
      {header.children && (
        <ul>
          {header.children.map((child) => (
            <ColumnLine key={child.key} {...{ header: child, hidden, isLast, onShow }} />
          ))}
        </ul>
      )}
    </li>
  )
}
