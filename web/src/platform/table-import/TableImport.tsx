import { DownloadOutlined } from '@ant-design/icons'
import type { ImportCalls } from '@xueheng/contract/platform/table-import.ts'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { Button, Result } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Change } from '../action/changes.ts'
import { useAction } from '../action/use-action.ts'
import { type Params, callApi } from '../api/client.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { AppModal } from '../ui/AppModal.tsx'
import { RefusalNote } from '../ui/RefusalNote.tsx'
import { ChooseBook } from './ChooseBook.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { PassedOver } from './PassedOver.tsx'
import { type Look, type LookOption, type Verdict, useLook } from './use-look.ts'
import './table-import.css'

export interface Kept {
  added: number
  changed: number
}

export interface TableImportProps {
  title: string
  calls: ImportCalls<Fields>
  /** Sent with every step beside the file. */
  asked?: Params | undefined
  option?: LookOption
  /** The entity whose rows are imported. */
  changes: Change
  /** What is said of known rows before they are changed, and of what was kept. */
  sayKnown: (n: number) => string
  sayKept: (kept: Kept, passwords: IssuedPassword[]) => { title: string; hint?: ReactNode }
  onClose: () => void
}

/** Rows by workbook: choose, look at every row, then all or none. */
export function TableImport(props: TableImportProps) {
  const t = useT()
  const work = useImport(props)
  const { look, kept } = work
  const said = kept && props.sayKept(kept, kept.passwords)
  return (
    <AppModal
      open
      isOnce={work.isCommitting || (kept?.passwords.length ?? 0) > 0}
      title={props.title}
      width="min(1080px, 94vw)"
      onCancel={props.onClose}
      footer={
        kept ? (
          <Button type="primary" onClick={props.onClose}>
            {t('完成')}
          </Button>
        ) : (
          look.verdict && <Footer {...{ work, verdict: look.verdict }} />
        )
      }
    >
      <RefusalNote text={look.refusal ?? work.refusal} />
      {said ? (
        <Result status="success" title={said.title} subTitle={said.hint} />
      ) : (
        <>
          <ChooseBook look={look} option={props.option} isBusy={work.isBusy} />
          {look.verdict && <Judged look={look} verdict={look.verdict} sayKnown={props.sayKnown} />}
        </>
      )}
    </AppModal>
  )
}

/** Where the import stands; every step asks the server. */
function useImport({ calls, asked, option, changes }: TableImportProps) {
  const [kept, setKept] = useState<Kept & { passwords: IssuedPassword[] }>()
  const look = useLook({ calls, asked, option, onCheck: () => committing.reset() })
  const committing = useAction(({ fileId }: Verdict) => callApi(calls.commit, { fileId, ...look.asked() }), {
    isInline: true,
    done: '',
    changes: [changes],
    onDone(answer) {
      setKept(answer ?? { added: 0, changed: 0, passwords: [] })
      look.forgetLast()
    },
  })
  return {
    look,
    kept,
    isBusy: look.isChecking || committing.isBusy,
    isCommitting: committing.isBusy,
    refusal: committing.refusal,
    commit: committing.run,
  }
}

type Import = ReturnType<typeof useImport>

interface JudgedProps {
  look: Look
  verdict: Verdict
  sayKnown: TableImportProps['sayKnown']
}

function Judged({ look, verdict, sayKnown }: JudgedProps) {
  const t = useT()
  const { faulty, changed, same } = verdict
  const total = formatNumber(verdict.total)
  const known = changed + same
  return (
    <>
      <RefusalNote text={verdict.message ? t(verdict.message) : undefined} />
      <p className="table-import-sum" role="status">
        {faulty > 0
          ? t('共 {total} 行，{faulty} 行有错误；在表格中改正，或改好后重新选择文件', {
              total,
              faulty: formatNumber(faulty),
            })
          : t('共 {total} 行，没有错误', { total })}
        {faulty === 0 && known > 0 && sayKnown(known)}
      </p>
      <PassedOver passed={verdict.passed} />
      <ImportedRows look={look} verdict={verdict} />
    </>
  )
}

function Footer({ work, verdict }: { work: Import; verdict: Verdict }) {
  const t = useT()
  const isReady = verdict.faulty === 0 && verdict.message === '' && work.look.edits.count === 0
  return (
    <>
      {verdict.faulty > 0 && (
        <Button icon={<DownloadOutlined />} onClick={() => void work.look.fetchFaults(verdict)}>
          {t('下载带错误说明的工作簿')}
        </Button>
      )}
      <Button type="primary" disabled={!isReady} loading={work.isBusy} onClick={() => void work.commit(verdict)}>
        {t('导入 {n} 行', { n: formatNumber(verdict.total) })}
      </Button>
    </>
  )
}
