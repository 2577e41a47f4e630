import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import type { dictBizBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { download } from '../../platform/api/client.ts'
import { filterParams, readQuery } from '../../platform/crud/list-query.ts'
import { searchFields } from '../../platform/crud/row.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { TableImport } from '../../platform/table-import/TableImport.tsx'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { showError } from '../../platform/ui/message.ts'

interface DictionaryBooksProps {
  entity: AnyEntity
  title: string
  calls: typeof dictBizBooks
  /** Icons without words, where there is little room. */
  isShort?: boolean
}

/** Dictionaries in and out by workbook, with all their entries; what leaves is what the list shows. */
export function DictionaryBooks({ entity, title, calls, isShort = false }: DictionaryBooksProps) {
  const t = useT()
  const can = useCan()
  const [search] = useTabSearch()
  const [isImporting, setImporting] = useState(false)

  function fetchBook(): void {
    const { code, dictValue } = filterParams(readQuery(search, searchFields(entity)).filters, searchFields(entity))
    void download(calls.fetch.path, { code, dictValue }).catch(showError)
  }

  return (
    <>
      {can(`${entity.permission}_add`) && (
        <Tool icon={<UploadOutlined />} label={t('导入')} isShort={isShort} onPress={() => setImporting(true)} />
      )}
      <Tool icon={<DownloadOutlined />} label={t('导出')} isShort={isShort} onPress={fetchBook} />
      {isImporting && (
        <TableImport
          title={`${t('导入')} · ${t(title)}`}
          calls={calls}
          changes={entity.name}
          sayKnown={(n) => t('；其中 {n} 行修改已有字典项', { n })}
          sayKept={(kept) => ({ title: t('新增 {added} 项，修改 {changed} 项', { ...kept }) })}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}

interface ToolProps {
  icon: ReactNode
  label: string
  isShort: boolean
  onPress: () => void
}

function Tool({ icon, label, isShort, onPress }: ToolProps) {
  return (
    <Button icon={icon} aria-label={label} title={isShort ? label : undefined} onClick={onPress}>
      {!isShort && label}
    </Button>
  )
}
