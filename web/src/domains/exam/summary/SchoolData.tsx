import { examSummary, examSummaryArea } from '@xueheng/contract/domains/exam/school-data.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import type { ReactNode } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, factKey } from '../exam.ts'
import { PartHead } from '../PartHead.tsx'

type AreaLine = Output<typeof examSummary>[number]
type SchoolLine = Output<typeof examSummaryArea>[number]

const COUNTS = [
  ['planNum', '应考'],
  ['importNum', '名单人数'],
  ['archivedNum', '归档人数'],
  ['missingNum', '缺成绩'],
  ['errorNum', '错误'],
  ['teacherNum', '任课教师'],
] as const

const ALL = ''

/** 各学校数据: what is there of every area, then of every school of one, and whom to ask for the rest. */
export function SchoolData({ exam }: { exam: Exam }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: factKey(exam.id, 'area-data'),
    queryFn: () => callApi(examSummary, { examId: exam.id }),
  })
  const [chosen, setChosen] = useTabState('area', ALL)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  if (data.length === 0) return <Empty title={t('还没有参考学校')} />
  const areas = data.map(({ areaCode, areaName }) => ({ value: areaCode ?? '', label: areaName }))
  const areaCode = areas.some(({ value }) => value === chosen) ? chosen : ALL
  return (
    <>
      <Radio.Group
        className="exam-areas"
        aria-label={t('县区')}
        optionType="button"
        value={areaCode}
        options={[{ value: ALL, label: t('全部县区') }, ...areas]}
        onChange={(event) => setChosen(event.target.value)}
      />
      {areaCode === ALL ? <Areas areas={data} onOpen={setChosen} /> : <Schools examId={exam.id} areaCode={areaCode} />}
    </>
  )
}

/** The areas, each leading to its schools. */
function Areas({ areas, onOpen }: { areas: AreaLine[]; onOpen: (areaCode: string) => void }) {
  const t = useT()
  const sum = (name: 'schoolNum' | 'wholeNum') => areas.reduce((total, one) => total + (one[name] ?? 0), 0)
  return (
    <Lines
      n={sum('schoolNum')}
      whole={sum('wholeNum')}
      heads={[t('县区'), t('齐全学校'), t('参考学校')]}
      more={[]}
      lines={areas.map((line) => ({
        key: line.areaCode ?? '',
        name: (
          <button type="button" className="crud-link" onClick={() => onOpen(line.areaCode ?? '')}>
            {line.areaName}
          </button>
        ),
        state: [
          <td key="whole" className={line.isWhole === 1 ? 'is-whole' : 'is-error'}>
            {formatNumber(line.wholeNum ?? 0)}
          </td>,
          <td key="schools">{formatNumber(line.schoolNum ?? 0)}</td>,
        ],
        line,
        more: [],
      }))}
    />
  )
}

function Schools({ examId, areaCode }: { examId: string; areaCode: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: factKey(examId, `school-data-${areaCode}`),
    queryFn: () => callApi(examSummaryArea, { examId, areaCode }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  return (
    <Lines
      n={data.length}
      whole={data.filter((one) => one.isWhole === 1).length}
      heads={[t('学校'), t('数据')]}
      more={[t('联系人'), t('联系电话')]}
      lines={data.map((line) => ({
        key: line.schoolCode ?? '',
        name: line.schoolName,
        state: [
          <td key="whole" className={line.isWhole === 1 ? 'is-whole' : 'is-error'}>
            {t(line.isWhole === 1 ? '齐全' : '不齐')}
          </td>,
        ],
        line,
        more: [line.linkMan, line.phone],
      }))}
    />
  )
}

interface LinesProps {
  /** Schools in all, and those whose data are whole. */
  n: number
  whole: number
  heads: string[]
  more: string[]
  lines: {
    key: string
    name: ReactNode
    state: ReactNode[]
    line: Pick<SchoolLine, (typeof COUNTS)[number][0] | 'lastTime'>
    more: (string | null | undefined)[]
  }[]
}

function Lines({ n, whole, heads, more, lines }: LinesProps) {
  const t = useT()
  const titles = [...heads, ...COUNTS.map(([, title]) => t(title)), t('最近更新'), ...more]
  return (
    <>
      <PartHead hint={t('{n} 所学校，{whole} 所齐全', { n, whole })} />
      <div className="exam-matrix" tabIndex={0} role="region" aria-label={t('各学校数据')}>
        <table>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, name, state, line, more: own }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {state}
                {COUNTS.map(([count]) => (
                  <td key={count}>{formatNumber(line[count] ?? 0)}</td>
                ))}
                <td>{line.lastTime ? formatMoment(line.lastTime) : ''}</td>
                {own.map((text, at) => (
                  <td key={more[at]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
