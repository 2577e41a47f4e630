import type { PaperTextCalls } from '@xueheng/contract/domains/report/paper.ts'
import type { PaperDocument } from '@xueheng/contract/domains/report/paper-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { confirmBox } from '../../../platform/ui/confirm.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { PaperTextBox } from './PaperTextBox.tsx'
import '../../../platform/crud/crud-dialog.css'
import './paper-texts.css'

/** The exam and the units a paper is asked of. */
export interface Asked {
  examId: string
  areaCode?: string
  schoolCode?: string
  classCode?: string
  courseName?: string
}

interface PaperTextsDialogProps {
  title: string
  calls: PaperTextCalls
  asked: Asked
  onClose: () => void
}

/** The sentences of one document after the other, as they will be printed: read, put into other words, taken back. */
export function PaperTextsDialog({ title, calls, asked, onClose }: PaperTextsDialogProps) {
  const t = useT()
  const frame = useFrame()
  const [chosen, choose] = useState<string>()
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['paper-texts', calls.read.name, asked, chosen],
    queryFn: () => callApi(calls.read, { ...asked, ...(chosen !== undefined && { document: chosen }) }),
    placeholderData: keepPreviousData,
  })
  const type = (box: string, text: string | undefined) =>
    setDrafts(({ [box]: _old, ...others }) => (text === undefined ? others : { ...others, [box]: text }))

  async function leave(next: () => void): Promise<void> {
    const isTyped = Object.keys(drafts).length > 0
    if (isTyped && !(await confirmBox(t('改写的文字还没有保存，确定离开?'), { isDanger: true }))) return
    setDrafts({})
    next()
  }

  return (
    <AppModal open {...frame} title={`${t(title)} · ${t('报告中的文字')}`} onCancel={() => void leave(onClose)}>
      <div className="paper-texts" aria-busy={isFetching}>
        <p>{t('这些文字由数字按规则生成。改写后，同一范围的印制都用改写的文字；数字变了，须重新核对。')}</p>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton />}
        {data && (
          <DocumentChoice
            documents={data.documents}
            total={data.total}
            value={chosen ?? data.document}
            onChoose={(document) => void leave(() => choose(document))}
          />
        )}
        {data?.texts.map((text) => {
          // While another document is on the way, this is still the one that was read.
          const box = `${data.document} ${text.part}`
          const { part, generated, version } = text
          const read = { ...asked, document: data.document, part, generated, version }
          return (
            <PaperTextBox
              key={box}
              text={text}
              draft={drafts[box]}
              onType={(typed) => type(box, typed)}
              onSave={(typed) => callApi(calls.edit, { ...read, ...typed })}
              onDone={() => type(box, undefined)}
            />
          )
        })}
        {data?.texts.length === 0 && <Empty title={t('这份报告没有由数字生成的文字')} />}
      </div>
    </AppModal>
  )
}

/** A phone gives it the whole screen. */
function useFrame() {
  return usePhone() ? { className: 'crud-dialog is-full', width: '100%' } : { className: 'crud-dialog', width: 720 }
}

interface DocumentChoiceProps {
  documents: PaperDocument[]
  total: number
  value: string
  onChoose: (document: string) => void
}

function DocumentChoice({ documents, total, value, onChoose }: DocumentChoiceProps) {
  const t = useT()
  if (documents.length < 2) return null
  return (
    <>
      <Select
        aria-label={t('文档')}
        value={value}
        onChange={onChoose}
        showSearch={{ optionFilterProp: 'label' }}
        options={documents.map(({ document, name, isEdited }) => ({
          value: document,
          label: isEdited ? `${name}（${t('有改写')}）` : name,
        }))}
      />
      {total > documents.length && (
        <small>
          {t('共 {total} 份，列出前 {shown} 份；其余请先选定学校或班级。', { total, shown: documents.length })}
        </small>
      )}
    </>
  )
}
