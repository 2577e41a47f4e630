import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import type { dictBizBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { download } from '../../platform/api/client.ts'
import { useList } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { TableImport } from '../../platform/table-import/TableImport.tsx'

interface DictionaryBooksProps {
  calls: typeof dictBizBooks
  /** Icons without words, where there is little room. */
  isShort?: boolean
}

/** Dictionaries in and out by workbook, with all their entries; what leaves is what the list shows. */
export function DictionaryBooks({ calls, isShort = false }: DictionaryBooksProps) {
  const t = useT()
  const can = useCan()
  const { entity, conditions } = useList()
  const { code, dictValue } = conditions
  const [isImporting, setImporting] = useState(false)
  const fetching = useAction(() => download(calls.fetch.path, { code, dictValue }), { done: '' })

  return (
    <>
      {can(`${entity.permission}_add`) && (
        <Tool icon={<UploadOutlined />} label={t('导入')} isShort={isShort} onPress={() => setImporting(true)} />
      )}
      <Tool icon={<DownloadOutlined />} label={t('导出')} isShort={isShort} onPress={() => void fetching.run()} />
      {isImporting && (
        <TableImport
          title={`${t('导入')} · ${t(entity.title)}`}
          calls={calls}
          changes={entity}
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
