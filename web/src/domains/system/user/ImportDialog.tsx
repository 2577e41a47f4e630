import { CloudUploadOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { user } from '@xueheng/contract/domains/system/user.ts'
import {
  type ImportColumn,
  type ImportedRow,
  userImportCheck,
  userImportCommit,
  userImportFaults,
  userTemplate,
} from '@xueheng/contract/domains/system/user-import.ts'
import { Alert, Button, Checkbox, Result, Upload } from 'antd'
import { useState } from 'react'
import { callApi, download, upload } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { showError, wordsOf } from '../../../platform/ui/message.ts'
import { ImportedRows } from './ImportedRows.tsx'
import './import.css'

interface Verdict {
  fileId: string
  columns: ImportColumn[]
  rows: ImportedRow[]
  total: number
  faulty: number
  message: string
}

interface ImportDialogProps {
  /** The tenant looked after; the own without it. */
  tenantId: string | undefined
  onClose: () => void
}

const TYPES = '.xlsx,.xls,.csv'

/** Users by workbook: choose, look at every row, then all or none. */
export function ImportDialog({ tenantId, onClose }: ImportDialogProps) {
  const t = useT()
  const work = useImport(tenantId)
  const { verdict, kept } = work
  return (
    <AppModal
      open
      title={t('导入用户')}
      width="min(1080px, 94vw)"
      onCancel={onClose}
      footer={
        kept ? (
          <Button type="primary" onClick={onClose}>
            {t('完成')}
          </Button>
        ) : (
          verdict && <Footer {...{ work, verdict }} />
        )
      }
    >
      {work.refusal && <Alert className="user-import-refusal" type="error" showIcon title={t(work.refusal)} />}
      {kept ? (
        <Result
          status="success"
          title={t('新增 {added} 名用户，修改 {changed} 名', kept)}
          subTitle={kept.added > 0 && t('新账号的密码是系统参数 account.initPassword 里的初始密码')}
        />
      ) : (
        <>
          <Choose work={work} isSmall={verdict !== undefined} />
          {verdict && <Judged verdict={verdict} />}
        </>
      )}
    </AppModal>
  )
}

/** Where the import stands; every step asks the server. */
function useImport(tenantId: string | undefined) {
  const client = useQueryClient()
  const [isCovered, setCovered] = useState(false)
  const [file, setFile] = useState<File>()
  const [verdict, setVerdict] = useState<Verdict>()
  const [kept, setKept] = useState<{ added: number; changed: number }>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const asked = (covers = isCovered) => ({ isCovered: covers ? 1 : 0, ...(tenantId && { tenantId }) })

  async function act(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    await work().catch((error: unknown) => setRefusal(wordsOf(error)))
    setBusy(false)
  }

  function check(next: File, covers = isCovered): Promise<void> {
    setFile(next)
    setVerdict(undefined)
    return act(async () => setVerdict(await upload<Verdict>(userImportCheck.path, asked(covers), [next])))
  }

  return {
    isBusy,
    isCovered,
    verdict,
    kept,
    refusal,
    check,
    cover: (covers: boolean) => {
      setCovered(covers)
      if (file) void check(file, covers)
    },
    commit: ({ fileId }: Verdict) =>
      act(async () => {
        setKept((await callApi(userImportCommit, { fileId, ...asked() })) ?? { added: 0, changed: 0 })
        await client.invalidateQueries({ queryKey: ['crud', user.name] })
      }),
    fetchFaults: ({ fileId }: Verdict) => download(userImportFaults.path, { fileId, ...asked() }).catch(showError),
    fetchTemplate: () => download(userTemplate.path, { tenantId }).catch(showError),
  }
}

type Import = ReturnType<typeof useImport>

function Choose({ work, isSmall }: { work: Import; isSmall: boolean }) {
  const t = useT()
  return (
    <>
      <Upload.Dragger
        accept={TYPES}
        showUploadList={false}
        disabled={work.isBusy}
        beforeUpload={(file) => {
          void work.check(file)
          return false
        }}
      >
        <div className={isSmall ? 'user-import-drop is-small' : 'user-import-drop'}>
          <CloudUploadOutlined />
          <b>{t(isSmall ? '换一个文件' : '把工作簿拖到这里，或点击选择')}</b>
          {!isSmall && <span>{t('先逐行检查，没有错误才能导入；检查时什么也不保存')}</span>}
        </div>
      </Upload.Dragger>
      <div className="user-import-tools">
        <Button icon={<DownloadOutlined />} onClick={() => void work.fetchTemplate()}>
          {t('下载模板')}
        </Button>
        <Checkbox
          checked={work.isCovered}
          disabled={work.isBusy}
          onChange={(event) => work.cover(event.target.checked)}
        >
          {t('账户已存在时，用表中的内容修改它')}
        </Checkbox>
      </div>
    </>
  )
}

function Judged({ verdict }: { verdict: Verdict }) {
  const t = useT()
  const { total, faulty } = verdict
  const changed = verdict.rows.filter((row) => row.isKnown).length
  return (
    <>
      {verdict.message && <Alert className="user-import-refusal" type="error" showIcon title={t(verdict.message)} />}
      <p className="user-import-sum" role="status">
        {verdict.faulty > 0
          ? t('共 {total} 行，{faulty} 行有错误；改好后重新选择文件', { total, faulty })
          : t('共 {total} 行，没有错误', { total })}
        {verdict.faulty === 0 && changed > 0 && t('；其中 {n} 行修改已有账号', { n: changed })}
      </p>
      <ImportedRows columns={verdict.columns} rows={verdict.rows} />
    </>
  )
}

function Footer({ work, verdict }: { work: Import; verdict: Verdict }) {
  const t = useT()
  const isReady = verdict.faulty === 0 && verdict.message === ''
  return (
    <>
      {verdict.faulty > 0 && (
        <Button icon={<DownloadOutlined />} onClick={() => void work.fetchFaults(verdict)}>
          {t('下载带错误说明的工作簿')}
        </Button>
      )}
      <Button type="primary" disabled={!isReady} loading={work.isBusy} onClick={() => void work.commit(verdict)}>
        {t('导入 {n} 行', { n: verdict.total })}
      </Button>
    </>
  )
}
