import { regionExport, regionImports } from '@xueheng/contract/domains/settings/region-import.ts'
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { downloadList } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { sayLater } from '../../platform/jobs/say-later.ts'
import { useCan } from '../../platform/session/session.ts'
import { TableImport } from '../../platform/table-import/TableImport.tsx'
import { REGION_TREE } from './RegionTree.tsx'

/** Divisions in and out by workbook; what leaves is the chosen division with all below it. */
export function RegionBooks({ code }: { code: string | undefined }) {
  const t = useT()
  const can = useCan()
  const [isImporting, setImporting] = useState(false)
  const fetching = useAction(async () => sayLater(await downloadList(regionExport.path, { code })), { done: '' })
  return (
    <>
      {can('region_import') && (
        <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
          {t('导入')}
        </Button>
      )}
      {can('region_export') && (
        <Button icon={<DownloadOutlined />} loading={fetching.isBusy} onClick={() => void fetching.run()}>
          {t('导出')}
        </Button>
      )}
      {isImporting && (
        <TableImport
          title={`${t('导入')} · ${t('行政区划')}`}
          calls={regionImports}
          option={{ name: 'isCovered', label: t('区划编码已存在时，用表中的内容修改它') }}
          changes={[REGION_TREE]}
          sayKnown={(n) => t('；其中 {n} 行修改已有区划', { n })}
          sayKept={({ added, changed }) => ({ title: t('新增 {added} 个区划，修改 {changed} 个', { added, changed }) })}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
