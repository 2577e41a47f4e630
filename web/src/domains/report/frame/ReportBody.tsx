import type { UseQueryResult } from '@tanstack/react-query'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { withoutColumns } from '@xueheng/contract/derive/report-headers.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { PAGE_SIZES } from '../../../platform/crud/page-sizes.ts'
import { Button, Pagination } from 'antd'
import { Suspense, lazy, useMemo, useState } from 'react'
import { ApiError } from '../../../platform/api/client.ts'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { FigureCard } from '../figure/FigureCard.tsx'
import { type Figure, questionOf } from '../figure/figure-asked.ts'
import type { ReportRow } from './header-tree.ts'
import { ReportAlert } from './ReportAlert.tsx'
import { ReportCards } from './ReportCards.tsx'
import { ReportFoot } from './ReportFoot.tsx'
import { ReportTable } from './ReportTable.tsx'
import type { ExamChoice } from '../../exam/index.ts'
import { type Missing, type ReportAddress, isPagedByServer } from './use-report.ts'

/** Charts weigh more than all the rest of the screen; they are fetched when the first one is wanted. */
const LazyChart = lazy(async () => ({ default: (await import('./ReportChart.tsx')).ReportChart }))

interface ReportBodyProps {
  address: ReportAddress
  answer: UseQueryResult<ReportAnswer>
  exam: ExamChoice | undefined
  exams: UseQueryResult<ExamChoice[]>
  missing: Missing | undefined
  onDrill: ((row: ReportRow) => void) | undefined
}

/** The answer, or why there is none. */
export function ReportBody({ address, answer, exam, exams, missing, onDrill }: ReportBodyProps) {
  const t = useT()
  if (exams.error) return <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
  if (exams.data?.length === 0) {
    return <Empty title={t('还没有考试')} hint={t('建立考试、导入成绩并生成报表后，这里就有报表')} />
  }
  if (missing) return <Empty title={t(missing.title)} hint={t(missing.hint)} />
  if (answer.error) return <Refused answer={answer} exam={exam} />
  if (!answer.data) return <Skeleton rows={10} />
  if (answer.data.records.length === 0) return <NoRows address={address} reason={answer.data.reason} />
  return <Shown {...{ address, onDrill }} examId={exam?.id} answer={answer.data} isOld={answer.isPlaceholderData} />
}

interface ShownProps {
  address: ReportAddress
  examId: string | undefined
  answer: ReportAnswer
  /** Rows of the question before, while the next is on its way. */
  isOld: boolean
  onDrill: ((row: ReportRow) => void) | undefined
}

function Shown({ address, examId, answer, isOld, onDrill }: ShownProps) {
  const t = useT()
  const [figure, ask] = useState<Figure>()
  const isPhone = usePhone()
  const { report, sort, view, hidden } = address
  const seen = useMemo(
    () => ({ ...answer, headers: withoutColumns(answer.headers, new Set(hidden)) }),
    [answer, hidden],
  )
  const isSortable = !isPagedByServer(report)
  const isChart = view === 'chart' && report.chart !== undefined
  return (
    <>
      <ReportAlert answer={answer} examId={examId} />
      <div className={isOld ? 'report-view is-old' : 'report-view'} aria-busy={isOld}>
        {view === 'chart' && report.chart ? (
          <Suspense fallback={<Skeleton />}>
            <LazyChart chart={report.chart} answer={answer} name={`${answer.heading.exam} ${t(report.title)}`} />
          </Suspense>
        ) : isPhone ? (
          <ReportCards {...{ report, onDrill }} onAsk={ask} answer={seen} sort={isSortable ? sort : undefined} />
        ) : (
          <ReportTable
            {...{ report, onDrill }}
            onAsk={ask}
            answer={seen}
            sort={isSortable ? sort : undefined}
            onSort={(next) => address.setQuietly({ sort: next })}
          />
        )}
      </div>
      <ReportPager address={address} answer={answer} />
      <ReportFoot answer={answer} isChart={isChart} />
      {figure && (
        <FigureCard
          figure={figure}
          question={questionOf(report, address.values, examId, figure)}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}

function ReportPager({ address, answer }: { address: ReportAddress; answer: ReportAnswer }) {
  const t = useT()
  const isPhone = usePhone()
  if (!isPagedByServer(address.report)) return null
  return (
    <Pagination
      className="crud-pager"
      size="small"
      align="end"
      simple={isPhone}
      current={address.current}
      pageSize={address.size}
      total={answer.total}
      showSizeChanger={!isPhone}
      pageSizeOptions={[...PAGE_SIZES]}
      showTotal={(total) => t('共 {total} 条', { total })}
      onChange={(current, size) =>
        address.set({
          current: current > 1 && size === address.size ? String(current) : undefined,
          size: size === PAGE_SIZES[0] ? undefined : String(size),
        })
      }
    />
  )
}

/** A refusal in the words of what has to happen first. */
function Refused({ answer, exam }: { answer: UseQueryResult<ReportAnswer>; exam: ExamChoice | undefined }) {
  const t = useT()
  const { error } = answer
  if (!(error instanceof ApiError) || error.code === 0 || error.code >= 500) {
    return <ErrorState error={error} onRetry={() => void answer.refetch()} />
  }
  if (exam && exam.packageVersion < 1) {
    return <Empty title={t('这次考试还没有生成报表')} hint={t('完成校验、归档、计算并生成报表后，报表才有数据')} />
  }
  if (error.code === 404) {
    return <Empty title={t('看不到这次考试的成绩')} hint={t('考试可能还没有发布，或者不在您的数据范围内')} />
  }
  return <Empty title={t(error.message)} />
}

/** Without rows: what the server says of it, else what may lie in the choice. */
function NoRows({ address, reason }: { address: ReportAddress; reason: string | undefined }) {
  const t = useT()
  const chosen = address.fields.filter(([name]) => name !== 'courseName' && address.values[name])
  const clear = Object.fromEntries(chosen.map(([name]) => [name, undefined]))
  return (
    <Empty
      title={t('没有符合条件的数据')}
      hint={t(reason ?? emptyHint(address.report, chosen.length > 0))}
      action={chosen.length > 0 && <Button onClick={() => address.set(clear)}>{t('清空条件')}</Button>}
    />
  )
}

function emptyHint(report: AnyReport, isFiltered: boolean): string {
  if (isFiltered) return '所选范围里没有参加这一科的考生，或者这些单位不在您的数据范围内'
  return report.grain === 'all' ? '这一科没有成绩' : '您的数据范围内没有参加这次考试的单位'
}
