import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import {
  execLineNumProc,
  findScoreLine,
  getLineNumParams,
  type LineParam,
  saveLineNumParams,
} from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'
import { Button } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { PartProps } from '../desk/part-props.ts'
import { factKey, useExamAction, whyNot } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import { PartHead } from '../PartHead.tsx'
import { LineTable } from './LineTable.tsx'
import { LineTrial } from './LineTrial.tsx'
import { type LineRow, paramsOf, problemOf, rowOf } from './line-rows.ts'

/** 分数线: how each line is drawn and what came of it; below, a line that may be moved before anything is saved. */
export function LineSection({ exam, work }: PartProps) {
  const t = useT()
  const can = useCan()
  const params = useLineQuery(exam.id, 'line-params', () => callApi(getLineNumParams, { examId: exam.id }))
  const drawn = useLineQuery(exam.id, 'score-lines', () => callApi(findScoreLine, { examId: exam.id }))
  const [draft, setDraft] = useTabState<LineRow[] | null>('lines', null)
  const saving = useExamAction(
    exam.id,
    (rows: LineRow[]) => callApi(saveLineNumParams, { examId: exam.id, listJSON: paramsOf(rows) }),
    {
      done: '分数线已保存，划线后生效',
      // What was saved takes the place of the draft, with nothing in between.
      async onDone() {
        await params.refetch()
        setDraft(null)
      },
    },
  )
  const error = params.error ?? drawn.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([params.refetch(), drawn.refetch()])} />
  if (!params.data || !drawn.data) return <Skeleton rows={6} />
  const rows = draft ?? keyed(params.data)
  const refusal = whyNot(exam, 'editLine')
  const isLocked = refusal !== undefined || !can('examscoreline_edit')
  return (
    <>
      <LineHead
        {...{ exam, work, rows, draft }}
        isBusy={saving.isBusy}
        onDrop={() => setDraft(null)}
        onSave={saving.run}
      />
      <LineTable {...{ rows, isLocked }} drawn={drawn.data} onChange={setDraft} />
      {!isLocked && (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => setDraft([...rows, rowOf({})])}>
          {t('增加档次')}
        </Button>
      )}
      {can('examscoreline_edit') && rows.length > 0 && (
        <LineTrial
          {...{ rows, isLocked }}
          examId={exam.id}
          drawn={drawn.data}
          onUse={(key, lineScore) =>
            setDraft(rows.map((row) => (row.key === key ? { ...row, ...BY_HAND, lineScore } : row)))
          }
        />
      )}
    </>
  )
}

interface LineHeadProps extends PartProps {
  rows: LineRow[]
  draft: LineRow[] | null
  isBusy: boolean
  onDrop: () => void
  onSave: (rows: LineRow[]) => Promise<boolean>
}

function LineHead({ exam, work, rows, draft, isBusy, onDrop, onSave }: LineHeadProps) {
  const t = useT()
  const problem = problemOf(rows)
  const hint = whyNot(exam, 'editLine') ?? '比例按累计计；保存后点「划线」，按最新成绩算出分数线和上线人数。'
  return (
    <PartHead title="分数线" hint={hint}>
      {draft && <Button onClick={onDrop}>{t('放弃修改')}</Button>}
      <GatedButton
        exam={exam}
        action="editLine"
        code="examscoreline_edit"
        type="primary"
        loading={isBusy}
        reason={draft === null ? t('没有改动') : problem && t(problem)}
        onClick={() => void onSave(rows)}
      >
        {t('保存分数线')}
      </GatedButton>
      <GatedButton
        exam={exam}
        action="process"
        code="examinfo_process"
        loading={work.isBusy}
        reason={draft ? t('请先保存分数线') : rows.length === 0 ? t('还没有分数线') : undefined}
        onClick={() => void work.run(() => callApi(execLineNumProc, { examId: exam.id }))}
      >
        {t('划线')}
      </GatedButton>
    </PartHead>
  )
}

const BY_HAND = { lineMode: LINE_MODE.manual, lineNum: null, lineShare: null }

function useLineQuery<T>(examId: string, fact: string, queryFn: () => Promise<T>) {
  return useQuery({ queryKey: factKey(examId, fact), queryFn })
}

/** Rows of one answer keep their keys while it is drawn again and again. */
const known = new WeakMap<LineParam[], LineRow[]>()

function keyed(params: LineParam[]): LineRow[] {
  const rows = known.get(params) ?? params.map(rowOf)
  known.set(params, rows)
  return rows
}
