import { useQuery } from '@tanstack/react-query'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { lineDistribution, type SchoolMarks } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { Button, InputNumber, Select, Slider } from 'antd'
import { useState } from 'react'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { factKey } from '../exam.ts'
import { useExamCourses } from '../exam-facts.ts'
import type { Drawn } from './LineTable.tsx'
import { type AboveLine, countSchools, shareOf, sumOf } from './line-marks.ts'
import type { LineRow } from './line-rows.ts'

interface LineTrialProps {
  examId: string
  rows: LineRow[]
  drawn: Drawn[]
  isLocked: boolean
  /** The mark becomes the line of this row, by hand. */
  onUse: (key: number, lineScore: number) => void
}

interface LineMoverProps {
  fullScore: number | undefined
  score: number
  onMove: (score: number | null) => void
}

/** 试划: the line moves under the mouse or by keys, and the counts of every school follow; nothing is saved. */
export function LineTrial({ examId, rows, drawn, isLocked, onUse }: LineTrialProps) {
  const t = useT()
  const [place, setPlace] = useState(0)
  const [courseName, setCourse] = useState(TOTAL_COURSE)
  const [moved, setMoved] = useState<number | null>(null)
  const nameOf = useLineName()
  const courses = (useExamCourses(examId).data ?? []).map((course) => course.courseName)
  // By its place: rows that were saved come back under other keys.
  const row = rows[place] ?? rows[0]
  const { artsScience = '0', periodName } = row ?? {}
  const line = drawn.find((one) => one.artsScience === artsScience && one.periodName === periodName)
  const isTotal = courseName === TOTAL_COURSE
  const marks = useMarks(examId, courseName, artsScience)
  const totalLine = isTotal ? undefined : (line?.lineScore ?? undefined)
  const above = useMarks(examId, courseName, artsScience, totalLine)
  const score = moved ?? lineOf(row, line, courseName) ?? Math.round((marks.data?.fullScore ?? 0) * 0.6)

  function use(key: number): void {
    onUse(key, score)
    setMoved(null)
  }

  return (
    <section className="line-try" aria-label={t('试划')}>
      <h3>{t('试划')}</h3>
      <p>{t('移动分数线，各学校的上线人数随之变化；不保存。方向键每次移动半分。')}</p>
      <div className="line-try-bar">
        <Select
          aria-label={t('档次')}
          value={row ? rows.indexOf(row) : null}
          options={rows.map((one, value) => ({ value, label: nameOf(one) }))}
          onChange={(next: number) => {
            setPlace(next)
            setMoved(null)
          }}
        />
        <Select
          aria-label={t('科目')}
          value={courseName}
          options={[TOTAL_COURSE, ...courses].map((value) => ({ value, label: t(value) }))}
          onChange={(next: string) => {
            setCourse(next)
            setMoved(null)
          }}
        />
        <LineMover fullScore={marks.data?.fullScore} score={score} onMove={setMoved} />
        <Button disabled={isLocked || !row || !isTotal || !marks.data} onClick={() => row && use(row.key)}>
          {t('用作分数线')}
        </Button>
      </div>
      <TrialCounts marks={marks} above={totalLine === undefined ? undefined : above.data?.schools} score={score} />
    </section>
  )
}

/** The line as a slider and as a number; at rest until the full mark is known. */
function LineMover({ fullScore, score, onMove }: LineMoverProps) {
  const t = useT()
  const isAtRest = fullScore === undefined
  return (
    <>
      <Slider
        min={0}
        max={fullScore ?? 0}
        step={0.5}
        value={score}
        disabled={isAtRest}
        ariaLabelForHandle={t('试划的分数线')}
        onChange={onMove}
      />
      <InputNumber<number>
        aria-label={t('分数线')}
        min={0}
        step={0.5}
        value={score}
        disabled={isAtRest}
        onChange={onMove}
      />
    </>
  )
}

/** The mark a trial starts at: of the total the one that is given or was drawn, of a course the one that was drawn. */
function lineOf(row: LineRow | undefined, line: Drawn | undefined, courseName: string): number | null | undefined {
  if (courseName === TOTAL_COURSE) return row?.lineScore ?? line?.lineScore
  return line?.courses?.find((one) => one.courseName === courseName)?.lineScore
}

/** Asked once for each course and stream, and for those above a line of the total: the line moves here. */
function useMarks(examId: string, courseName: string, artsScience: string, totalLine?: number) {
  return useQuery({
    queryKey: factKey(examId, 'line-marks', courseName, artsScience, String(totalLine ?? '')),
    queryFn: () =>
      callApi(lineDistribution, { examId, courseName, artsScience, ...(totalLine !== undefined && { totalLine }) }),
    staleTime: Infinity,
  })
}

/** A line by its tier, and its stream where it is one of a stream. */
function useLineName(): (row: LineRow) => string {
  const streams = new Map(useDictOptions('arts_science').options.map((one) => [one.value, one.label]))
  return ({ artsScience, periodName }) =>
    artsScience === '0' ? periodName : `${periodName}（${streams.get(artsScience) ?? artsScience}）`
}

interface TrialCountsProps {
  marks: ReturnType<typeof useMarks>
  /** Of those who reach the line of the total. */
  above: SchoolMarks[] | undefined
  score: number
}

function TrialCounts({ marks, above, score }: TrialCountsProps) {
  if (marks.error) return <ErrorState error={marks.error} onRetry={() => void marks.refetch()} />
  if (!marks.data) return <Skeleton rows={4} />
  return <SchoolCounts schools={marks.data.schools} above={above} score={score} />
}

interface SchoolCountsProps extends Pick<TrialCountsProps, 'above' | 'score'> {
  schools: SchoolMarks[]
}

function SchoolCounts({ schools, above, score }: SchoolCountsProps) {
  const t = useT()
  const rows = countSchools(schools, score, above)
  const figures = above ? DOUBLE : SINGLE
  return (
    <table className="exam-grid">
      <thead>
        <tr>
          <th>{t('学校')}</th>
          {figures.map(({ title, isShare }) => (
            <th key={title}>
              {t(title)}
              {isShare && '(%)'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <CountLine row={sumOf(t('合计'), rows)} figures={figures} isSum />
        {rows.map((row, at) => (
          <CountLine key={schools[at]?.schoolCode} row={row} figures={figures} />
        ))}
      </tbody>
    </table>
  )
}

interface Figure {
  title: string
  isShare?: true
  of: (row: AboveLine) => number | string
}

const STUDENTS: Figure = { title: '有成绩人数', of: (row) => row.studentNum }
const SINGLE: Figure[] = [
  STUDENTS,
  { title: '上线人数', of: (row) => row.onlineNum },
  { title: '上线率', isShare: true, of: (row) => shareOf(row.onlineNum, row.studentNum) },
]
const DOUBLE: Figure[] = [
  STUDENTS,
  { title: '总分上线', of: (row) => row.totalNum ?? 0 },
  { title: '单上线', of: (row) => row.onlineNum },
  { title: '双上线', of: (row) => row.doubleNum ?? 0 },
  { title: '贡献率', isShare: true, of: (row) => shareOf(row.doubleNum ?? 0, row.totalNum ?? 0) },
  { title: '命中率', isShare: true, of: (row) => shareOf(row.doubleNum ?? 0, row.onlineNum) },
]

function CountLine({ row, figures, isSum = false }: { row: AboveLine; figures: Figure[]; isSum?: boolean }) {
  const t = useT()
  return (
    <tr className={isSum ? 'is-sum' : undefined}>
      <th scope="row">{row.name}</th>
      {figures.map(({ title, of }) => (
        <td key={title} data-label={t(title)} className="is-figure">
          {of(row)}
        </td>
      ))}
    </tr>
  )
}
