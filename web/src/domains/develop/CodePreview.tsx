import { type CodeFile, codePreview, genCode } from '@xueheng/contract/domains/develop/code.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { fetchArchive } from './fetch-archive.ts'
import './develop.css'

interface CodePreviewProps {
  id: string
  name: string
  onClose: () => void
}

/** The files a plan makes, to be read before they are fetched as an archive. */
export function CodePreview({ id, name, onClose }: CodePreviewProps) {
  const t = useT()
  const files = useQuery({
    queryKey: ['code-preview', id],
    queryFn: () => get<CodeFile[]>(codePreview.path, { ids: id }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const fetching = useAction(() => fetchArchive(genCode.path, { ids: id, system: 'saber' }, `${name}.zip`), {
    done: '',
  })

  return (
    <AppModal
      open
      title={`${t('预览')} · ${name}`}
      width="min(1100px, 94vw)"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('关闭')}</Button>
          <Button
            type="primary"
            icon={<DownloadOutlined />}
            disabled={!files.data}
            loading={fetching.isBusy}
            onClick={() => void fetching.run()}
          >
            {t('生成代码')}
          </Button>
        </>
      }
    >
      {files.error && <ErrorState error={files.error} onRetry={() => void files.refetch()} />}
      {files.isPending && <Skeleton rows={8} />}
      {files.data && <Files files={files.data} />}
    </AppModal>
  )
}

function Files({ files }: { files: CodeFile[] }) {
  const t = useT()
  const [path, setPath] = useState(files[0]?.path)
  const shown = files.find((file) => file.path === path)
  return (
    <div className="code-files">
      <nav aria-label={t('文件')}>
        {files.map((file) => (
          <button
            key={file.path}
            type="button"
            aria-current={file.path === path}
            className="code-file"
            onClick={() => setPath(file.path)}
          >
            {file.path}
          </button>
        ))}
      </nav>
      <pre tabIndex={0} aria-label={path}>
        {shown?.content}
      </pre>
    </div>
  )
}
