import { type behindFields, explainFigure, listBehind } from '@xueheng/contract/domains/report/explain-figure.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Pagination, Table } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { formatNumber, formatTime } from '../../../platform/i18n/format.ts'
import { t, useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { ReportRow } from '../frame/header-tree.ts'
import { nameOfTotal, reportCell } from '../frame/report-cell.tsx'
import type { Figure, FigureQuestion } from './figure-asked.ts'
import './figure-card.css'

interface FigureCardProps {
  figure: Figure
  question: FigureQuestion
  onClose: () => void
}

/** Where a figure comes from: formula, parts, rules, version, and the students or units behind it. */
export function FigureCard({ figure: { header, row }, question, onClose }: FigureCardProps) {
  const t = useT()
  const isPhone = usePhone()
  const { data, error, refetch } = useQuery({
    queryKey: ['figure', question],
    queryFn: () => callApi(explainFigure, question),
    retry: false,
  })
  return (
    <Drawer open size={isPhone ? '100%' : 460} title={t('数字的由来')} onClose={onClose} className="figure-card">
      <p className="figure-of">
        {nameOfRow(row)} {t(header.title)} <strong className="report-figure">{reportCell(header, row)}</strong>
      </p>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Origin origin={data} question={question} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Drawer>
  )
}

/** The unit, band, question or knowledge point a row is of. */
function nameOfRow(row: ReportRow): string {
  const { bandName, questionNo, pointName } = row
  if (bandName || pointName) return String(bandName || pointName)
  if (!questionNo) return nameOfTotal(row)
  const no = String(questionNo)
  return no.endsWith(WHOLE_PAPER) ? t(no) : t('第{n}题', { n: no })
}

/** The row of a paper stands among those of its questions. */
const WHOLE_PAPER = '整卷'

function Origin({ origin, question }: { origin: NonNullable<Output<typeof explainFigure>>; question: FigureQuestion }) {
  const t = useT()
  return (
    <>
      <dl>
        <Line title="公式">{t(origin.formula)}</Line>
        <Amount title={origin.numeratorName} value={origin.numerator} />
        <Amount title={origin.denominatorName} value={origin.denominator} />
        {origin.rules.map((rule) => (
          <Line key={rule} title="口径">
            {t(rule)}
          </Line>
        ))}
        <Line title="报表版本">
          {t('第 {n} 版，生成于 {time}', { n: origin.packageVersion, time: formatTime(origin.builtTime) })}
        </Line>
      </dl>
      {origin.alone && <p className="figure-alone">{t('没有名单：{reason}', { reason: t(origin.alone) })}</p>}
      {origin.behind && (
        <Behind
          question={question}
          kind={kindOf(origin.behind)}
          valueName={origin.valueName ?? ''}
          isWhole={origin.isWhole === 1}
        />
      )}
    </>
  )
}

function Line({ title, children }: { title: string; children: string }) {
  const t = useT()
  return (
    <div>
      <dt>{t(title)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A part by its name; one that is not told has no line. */
function Amount({ title, value }: { title: string | null; value: number | null }) {
  if (title === null || value === null) return null
  return <Line title={title}>{formatNumber(value, Number.isInteger(value) ? 0 : 2)}</Line>
}

type BehindRow = Row<typeof behindFields>

const PAGE = 20

const LISTS = {
  students: { title: '考生 {n} 人', columns: studentColumns },
  units: { title: '单位 {n} 个', columns: unitColumns },
  parts: { title: '由 {n} 项组成', columns: partColumns },
  questions: { title: '题目 {n} 道', columns: questionColumns },
}
type Kind = keyof typeof LISTS

function kindOf(told: string): Kind {
  return told === 'units' || told === 'parts' || told === 'questions' ? told : 'students'
}

interface BehindProps {
  question: FigureQuestion
  kind: Kind
  /** What stands beside a unit. */
  valueName: string
  isWhole: boolean
}

function Behind({ question, kind, valueName, isWhole }: BehindProps) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['figure-behind', question, current],
    queryFn: () => callApi(listBehind, { ...question, current, size: PAGE }),
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  return (
    <section aria-label={t('名单')}>
      <h3>
        {t(LISTS[kind].title, { n: formatNumber(data.total) })}
        {!isWhole && <small>{t('只列出您数据范围内的')}</small>}
      </h3>
      <Table<BehindRow>
        size="small"
        rowKey={({ studentNumber, partName, areaName, schoolName, className }) =>
          [studentNumber, partName, areaName, schoolName, className].join(' ')
        }
        pagination={false}
        dataSource={data.records}
        locale={{ emptyText: t('数据范围内没有') }}
        columns={LISTS[kind].columns(t, data.records, valueName)}
      />
      {data.total > PAGE && (
        <Pagination simple size="small" current={current} pageSize={PAGE} total={data.total} onChange={setCurrent} />
      )}
    </section>
  )
}

type Say = ReturnType<typeof useT>

function studentColumns(t: Say, rows: BehindRow[]) {
  const hasOld = rows.some(({ oldScore }) => oldScore !== null && oldScore !== undefined)
  return [
    { key: 'studentNumber', dataIndex: 'studentNumber', title: t('考号') },
    { key: 'studentName', dataIndex: 'studentName', title: t('姓名') },
    {
      key: 'place',
      title: t('班级'),
      render: ({ schoolName, className }: BehindRow) => `${schoolName ?? ''}${className ?? ''}`,
    },
    ...(hasOld ? [{ key: 'oldScore', dataIndex: 'oldScore', title: t('原分数'), align: 'right' as const }] : []),
    { key: 'score', dataIndex: 'score', title: t('分数'), align: 'right' as const },
  ]
}

function unitColumns(t: Say, rows: BehindRow[], valueName: string) {
  const hasRanks = rows.some(({ rank }) => rank !== null && rank !== undefined)
  return [
    {
      key: 'unit',
      title: t('单位'),
      render: ({ areaName, schoolName, className }: BehindRow) =>
        [schoolName ?? areaName, className].filter(Boolean).join(''),
    },
    { key: 'score', dataIndex: 'score', title: t(valueName), align: 'right' as const },
    ...(hasRanks ? [{ key: 'rank', dataIndex: 'rank', title: t('名次'), align: 'right' as const }] : []),
  ]
}

function questionColumns(t: Say) {
  return [
    { key: 'partName', dataIndex: 'partName', title: t('题号') },
    { key: 'score', dataIndex: 'score', title: t('平均得分'), align: 'right' as const },
    { key: 'fullScore', dataIndex: 'fullScore', title: t('满分'), align: 'right' as const },
  ]
}

function partColumns(t: Say) {
  return [
    { key: 'partName', dataIndex: 'partName', title: t('科目或题号'), render: (name: string) => t(name) },
    { key: 'score', dataIndex: 'score', title: t('得分'), align: 'right' as const },
    { key: 'fullScore', dataIndex: 'fullScore', title: t('满分'), align: 'right' as const },
  ]
}
