import { DownloadOutlined } from '@ant-design/icons'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { sampleFile, sampleList } from '@xueheng/contract/domains/exam/sample.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, download, fetchFile } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

interface SampleLinksProps {
  kind: ImportKind
  isBusy: boolean
  /** Takes a sample into the wizard as if it had been chosen from the disk. */
  onUse: (file: File) => Promise<void>
}

/** Workbooks of the demonstration to practise with, one without and one with faults; nothing where there is no demonstration. */
export function SampleLinks({ kind, isBusy, onUse }: SampleLinksProps) {
  const t = useT()
  const samples = useQuery({ queryKey: ['samples'], queryFn: () => callApi(sampleList), retry: false })
  const fetching = useAction((name: string) => download(sampleFile.path, { name }), { done: '' })
  const using = useAction(async (name: string) => onUse(await fetchFile(sampleFile.path, { name })), { done: '' })
  const own = (samples.data ?? []).filter((sample) => sample.kind === kind)
  return own.map(({ name, isDirty }) => {
    const title = t(isDirty ? '示例（含错误）' : '示例（无错误）')
    return (
      <Space.Compact key={name}>
        <Button
          icon={<DownloadOutlined />}
          loading={fetching.busyWith?.[0] === name}
          onClick={() => void fetching.run(name)}
        >
          {title}
        </Button>
        <Button
          disabled={isBusy}
          loading={using.busyWith?.[0] === name}
          aria-label={t('直接使用{title}', { title })}
          onClick={() => void using.run(name)}
        >
          {t('直接使用')}
        </Button>
      </Space.Compact>
    )
  })
}
