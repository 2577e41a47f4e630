import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { sampleFile, sampleList } from '@xueheng/contract/domains/exam/sample.ts'
import { useQuery } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, download } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

/** Workbooks of the demonstration to practise with; nothing where there is no demonstration. */
export function SampleLinks({ kind }: { kind: ImportKind }) {
  const t = useT()
  const samples = useQuery({ queryKey: ['samples'], queryFn: () => callApi(sampleList), retry: false })
  const fetching = useAction((name: string) => download(sampleFile.path, { name }), { done: '' })
  const own = (samples.data ?? []).filter((sample) => sample.kind === kind || sample.kind === 'all')
  if (own.length === 0) return null
  const items = own.map((sample) => ({ key: sample.name, label: sample.title }))
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => void fetching.run(key) }}>
      <button type="button" className="imp-link">
        {t('下载示例工作簿练习')}
      </button>
    </Dropdown>
  )
}
