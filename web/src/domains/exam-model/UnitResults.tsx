import type { TypedValue } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ExamsPicker, usePublishedExams } from './ExamsPicker.tsx'
import './model.css'

export interface UnitLine {
  unitCode: string | null
  unitName: string | null
  areaName: string | null
  rank: number | null
  n: number | null
  shown: number | null
  /** How the number was made. */
  source: ReactNode
}

interface UnitResultsProps {
  name: string
  code: string
  decimals: number
  valueTitle: string
  load: (examIds: string) => Promise<UnitLine[]>
  compute: (examIds: string) => Promise<unknown>
  /** Values typed by hand are kept with it. */
  keep?: ((examIds: string, values: TypedValue[]) => Promise<unknown>) | undefined
  onClose: () => void
}

type Typed = Record<string, number | null>
const NOTHING: Typed = {}

const isEmpty = (typed: Typed) => Object.keys(typed).length === 0

/** What is typed over some exams stays there while others are looked at. */
function useTyped(examIds: string) {
  const [drafts, setDrafts] = useState<Record<string, Typed>>({})
  return {
    typed: drafts[examIds] ?? NOTHING,
    setTyped: (next: Typed) => setDrafts((old) => ({ ...old, [examIds]: next })),
    isDirty: !Object.values(drafts).every(isEmpty),
  }
}

/** Values of an indicator or points of a scoring item over some exams, with where each comes from. */
export function UnitResults({ name, code, load, compute, keep, onClose, ...table }: UnitResultsProps) {
  const t = useT()
  const can = useCan()
  const exams = usePublishedExams()
  const [picked, pick] = useState<string[]>()
  const chosen = picked ?? firstAndLast(exams.map((exam) => exam.id))
  const examIds = chosen.join(',')
  const queryKey = ['model-units', code, examIds]
  const lines = useQuery({ queryKey, queryFn: () => load(examIds), enabled: examIds !== '' })
  const { typed, setTyped, isDirty } = useTyped(examIds)

  async function close(): Promise<void> {
    if (!isDirty || (await confirmBox(t('填写的内容还没有保存，确定关闭?'), { isDanger: true }))) onClose()
  }

  const computing = useAction(() => compute(examIds), { changes: [queryKey] })
  const keeping = useAction(async () => keep?.(examIds, valuesOf(typed)), {
    changes: [queryKey],
    onDone: () => setTyped(NOTHING),
  })

  return (
    <AppModal open width={900} title={name} footer={null} onCancel={() => void close()}>
      <div className="model-bar">
        <ExamsPicker value={chosen} onChange={pick} />
        {can('exammodel_compute') && (
          <UnitSteps
            isBusy={computing.isBusy || keeping.isBusy}
            isChanged={!isEmpty(typed)}
            isReady={examIds !== ''}
            onCompute={() => void computing.run()}
            onKeep={keep && (() => void keeping.run())}
          />
        )}
      </div>
      {lines.error ? (
        <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />
      ) : lines.isFetching && !lines.data ? (
        <Skeleton rows={5} />
      ) : (lines.data ?? []).length === 0 ? (
        <Empty title={t('还没有结果')} hint={t(keep ? '计算后列出全部评价对象，然后逐个录入' : '选择考试后点计算')} />
      ) : (
        <UnitTable
          {...table}
          lines={lines.data ?? []}
          typed={keep && typed}
          onType={(unitCode, value) => setTyped({ ...typed, [unitCode]: value })}
        />
      )}
    </AppModal>
  )
}

interface UnitStepsProps {
  isBusy: boolean
  isChanged: boolean
  isReady: boolean
  onCompute: () => void
  onKeep: (() => void) | undefined
}

function UnitSteps({ isBusy, isChanged, isReady, onCompute, onKeep }: UnitStepsProps) {
  const t = useT()
  const isKeeping = onKeep !== undefined && isChanged
  return (
    <>
      <Button type={isKeeping ? 'default' : 'primary'} loading={isBusy} disabled={!isReady} onClick={onCompute}>
        {t('计算')}
      </Button>
      {onKeep && (
        <Button type="primary" loading={isBusy} disabled={!isChanged} onClick={onKeep}>
          {t('保存录入')}
        </Button>
      )}
    </>
  )
}

/** What a value added wants: the newest exam and the one the students came from. */
function firstAndLast(ids: string[]): string[] {
  return [...new Set([ids[0], ids.at(-1)])].filter((id) => id !== undefined)
}

function valuesOf(typed: Typed): TypedValue[] {
  return Object.entries(typed).map(([unitCode, value]) => ({ unitCode, value }))
}

interface UnitTableProps {
  lines: UnitLine[]
  decimals: number
  valueTitle: string
  typed: Typed | undefined
  onType: (unitCode: string, value: number | null) => void
}

function UnitTable({ lines, decimals, valueTitle, typed, onType }: UnitTableProps) {
  const t = useT()
  return (
    <div className="model-scroll is-low">
      <table className="model-grid">
        <thead>
          <tr>
            <th className="is-figure">{t('名次')}</th>
            <th>{t('评价对象')}</th>
            <th>{t('县区')}</th>
            <th className="is-figure">{t(valueTitle)}</th>
            <th className="is-figure">{t('人数')}</th>
            <th>{t('由来')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.unitCode}>
              <td className="is-figure" data-label={t('名次')}>
                {line.rank ?? '—'}
              </td>
              <th scope="row">{line.unitName}</th>
              <td className="is-area" data-label={t('县区')}>
                {line.areaName}
              </td>
              <td className="is-figure" data-label={t(valueTitle)}>
                {typed ? (
                  <InputNumber<number>
                    size="small"
                    controls={false}
                    aria-label={`${line.unitName ?? ''} ${t(valueTitle)}`}
                    value={typed[line.unitCode ?? ''] === undefined ? line.shown : (typed[line.unitCode ?? ''] ?? null)}
                    onChange={(value) => onType(line.unitCode ?? '', value ?? null)}
                  />
                ) : line.shown === null ? (
                  '—'
                ) : (
                  formatNumber(line.shown, decimals)
                )}
              </td>
              <td className="is-figure" data-label={t('人数')}>
                {line.n === null ? '—' : formatNumber(line.n)}
              </td>
              <td className="model-source" data-label={t('由来')}>
                {line.source}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
