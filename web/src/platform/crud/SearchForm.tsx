import { DownOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, memo, useId, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { type InputProps, isBlank } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import { filterHint } from './fields/wording.ts'
import { rangeEnds } from './list-query.ts'
import type { NamedField } from './row.ts'

export interface SearchFormProps {
  fields: NamedField[]
  values: Record<string, unknown>
  onSearch: (values: Record<string, unknown>) => void
  /** Fields shown while folded. */
  fold?: number | undefined
}

/**
 * The search bar. It holds what is being typed itself, so that typing draws nothing but this form; the list learns
 * of it when the user searches. Values that change from outside (back button) replace what was typed. Rows that come
 * or are picked change nothing of it.
 */
export const SearchForm = memo(SearchBar, isSame)

function isSame(old: SearchFormProps, next: SearchFormProps): boolean {
  const isSameField = ([name, field]: NamedField, at: number) =>
    next.fields[at]?.[0] === name && next.fields[at][1] === field
  return (
    old.fold === next.fold &&
    old.onSearch === next.onSearch &&
    old.fields.length === next.fields.length &&
    old.fields.every(isSameField) &&
    JSON.stringify(old.values) === JSON.stringify(next.values)
  )
}

function SearchBar({ fields, values, onSearch, fold = 3 }: SearchFormProps) {
  const t = useT()
  const id = useId()
  const outside = JSON.stringify(values)
  const [typed, setTyped] = useState({ values, outside })
  if (typed.outside !== outside) setTyped({ values, outside })
  const hasHiddenValue = fields.slice(fold).some(([name]) => !isBlank(values[name]))
  const [isOpen, setOpen] = useState(hasHiddenValue)
  const shown = isOpen ? fields : fields.slice(0, fold)

  function set(name: string, value: unknown): void {
    setTyped((old) => ({ outside: old.outside, values: { ...old.values, [name]: value } }))
  }

  return (
    <form
      className="crud-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.values)
      }}
    >
      {shown.map(([name, field]) => (
        <SearchItem
          key={name}
          id={`${id}-${name}`}
          label={t(field.label)}
          isWide={rangeEnds(name, field) !== undefined}
        >
          <FieldFilter
            id={`${id}-${name}`}
            field={field}
            value={typed.values[name]}
            onChange={(value) => set(name, value)}
          />
        </SearchItem>
      ))}
      <div className="crud-search-buttons">
        <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
          {t('搜索')}
        </Button>
        <Button onClick={() => onSearch({})}>{t('清空')}</Button>
        {fields.length > fold && (
          <Button
            type="link"
            className="crud-fold"
            aria-expanded={isOpen}
            icon={<DownOutlined rotate={isOpen ? 180 : 0} />}
            iconPlacement="end"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('收起') : t('展开')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The control a list is searched by a field with. */
export function FieldFilter(props: InputProps) {
  const t = useT()
  const { Filter, isPicked } = viewOf(props.field)
  return <Filter {...props} placeholder={filterHint(t, isPicked)} />
}

interface SearchItemProps {
  id: string
  label: string
  isWide: boolean
  children: ReactNode
}

function SearchItem({ id, label, isWide, children }: SearchItemProps) {
  return (
    <div className={isWide ? 'crud-search-item is-wide' : 'crud-search-item'}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}
