import { CloudUploadOutlined, DownloadOutlined } from '@ant-design/icons'
import type { ImportCalls, ImportColumn, ImportedRow } from '@xueheng/contract/platform/table-import.ts'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { Button, Checkbox, Result, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Change } from '../action/changes.ts'
import { useAction } from '../action/use-action.ts'
import { type Params, callApi, download, upload } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { AppModal } from '../ui/AppModal.tsx'
import { RefusalNote } from '../ui/RefusalNote.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import './table-import.css'

interface Verdict {
  fileId: string
  columns: ImportColumn[]
  rows: ImportedRow[]
  total: number
  faulty: number
  message: string
}

export interface Kept {
  added: number
  changed: number
}

export interface TableImportProps {
  title: string
  calls: ImportCalls<Fields>
  /** Sent with every step beside the file. */
  asked?: Params | undefined
  /** Something to tick, sent as 0 or 1. */
  option?: { name: string; label: string }
  /** The entity whose rows are imported. */
  changes: Change
  /** What is said of known rows before they are changed, and of what was kept. */
  sayKnown: (n: number) => string
  sayKept: (kept: Kept, passwords: IssuedPassword[]) => { title: string; hint?: ReactNode }
  onClose: () => void
}

const TYPES = '.xlsx,.xls,.csv'

/** Rows by workbook: choose, look at every row, then all or none. */
export function TableImport(props: TableImportProps) {
  const t = useT()
  const work = useImport(props)
  const { verdict, kept } = work
  const said = kept && props.sayKept(kept, kept.passwords)
  return (
    <AppModal
      open
      title={props.title}
      width="min(1080px, 94vw)"
      // What an import answers, first passwords among it, is seen this once.
      onCancel={() => work.isCommitting || props.onClose()}
      footer={
        kept ? (
          <Button type="primary" onClick={props.onClose}>
            {t('完成')}
          </Button>
        ) : (
          verdict && <Footer {...{ work, verdict }} />
        )
      }
    >
      <RefusalNote text={work.refusal} />
      {said ? (
        <Result status="success" title={said.title} subTitle={said.hint} />
      ) : (
        <>
          <Choose work={work} option={props.option} isSmall={verdict !== undefined} />
          {verdict && <Judged verdict={verdict} sayKnown={props.sayKnown} />}
        </>
      )}
    </AppModal>
  )
}

/** Where the import stands; every step asks the server. */
function useImport({ calls, asked: given, option, changes }: TableImportProps) {
  const [isTicked, setTicked] = useState(false)
  const [file, setFile] = useState<File>()
  const [verdict, setVerdict] = useState<Verdict>()
  const [kept, setKept] = useState<Kept & { passwords: IssuedPassword[] }>()
  const asked = (ticked = isTicked): Params => ({ ...given, ...(option && { [option.name]: ticked ? 1 : 0 }) })
  const checking = useAction(
    (next: File, ticked: boolean) => upload<Verdict>(calls.check.path, asked(ticked), [next]),
    { isInline: true, done: '', onDone: setVerdict },
  )
  const committing = useAction(({ fileId }: Verdict) => callApi(calls.commit, { fileId, ...asked() }), {
    isInline: true,
    done: '',
    changes: [changes],
    onDone: (answer) => setKept(answer ?? { added: 0, changed: 0, passwords: [] }),
  })
  const fetchingFaults = useAction(({ fileId }: Verdict) => download(calls.faults.path, { fileId, ...asked() }), {
    done: '',
  })
  const fetchingTemplate = useAction(() => download(calls.template.path, given), { done: '' })

  function check(next: File, ticked = isTicked): void {
    setFile(next)
    setVerdict(undefined)
    committing.reset()
    void checking.run(next, ticked)
  }

  return {
    isBusy: checking.isBusy || committing.isBusy,
    isCommitting: committing.isBusy,
    isTicked,
    verdict,
    kept,
    refusal: checking.refusal ?? committing.refusal,
    check,
    tick: (ticked: boolean) => {
      setTicked(ticked)
      if (file) check(file, ticked)
    },
    commit: committing.run,
    fetchFaults: fetchingFaults.run,
    fetchTemplate: fetchingTemplate.run,
  }
}

type Import = ReturnType<typeof useImport>

interface ChooseProps {
  work: Import
  option: TableImportProps['option']
  isSmall: boolean
}

function Choose({ work, option, isSmall }: ChooseProps) {
  const t = useT()
  return (
    <>
      <Upload.Dragger
        accept={TYPES}
        showUploadList={false}
        disabled={work.isBusy}
        beforeUpload={(file) => {
          work.check(file)
          return false
        }}
      >
        <div className={isSmall ? 'table-import-drop is-small' : 'table-import-drop'}>
          <CloudUploadOutlined />
          <b>{t(isSmall ? '换一个文件' : '把工作簿拖到这里，或点击选择')}</b>
          {!isSmall && <span>{t('先逐行检查，没有错误才能导入；检查时什么也不保存')}</span>}
        </div>
      </Upload.Dragger>
      <div className="table-import-tools">
        <Button icon={<DownloadOutlined />} onClick={() => void work.fetchTemplate()}>
          {t('下载模板')}
        </Button>
        {option && (
          <Checkbox
            checked={work.isTicked}
            disabled={work.isBusy}
            onChange={(event) => work.tick(event.target.checked)}
          >
            {option.label}
          </Checkbox>
        )}
      </div>
    </>
  )
}

function Judged({ verdict, sayKnown }: { verdict: Verdict; sayKnown: TableImportProps['sayKnown'] }) {
  const t = useT()
  const { total, faulty } = verdict
  const known = verdict.rows.filter((row) => row.isKnown).length
  return (
    <>
      <RefusalNote text={verdict.message ? t(verdict.message) : undefined} />
      <p className="table-import-sum" role="status">
        {verdict.faulty > 0
          ? t('共 {total} 行，{faulty} 行有错误；改好后重新选择文件', { total, faulty })
          : t('共 {total} 行，没有错误', { total })}
        {verdict.faulty === 0 && known > 0 && sayKnown(known)}
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
