import { findSchoolByExamId } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examSummaryArea } from '@xueheng/contract/domains/exam/school-data.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, factKey } from '../exam.ts'
import { PartHead } from '../PartHead.tsx'

type SchoolLine = Output<typeof examSummaryArea>[number]

const COUNTS = [
  ['planNum', '应考'],
  ['importNum', '名单人数'],
  ['archivedNum', '归档人数'],
  ['missingNum', '缺成绩'],
  ['errorNum', '错误'],
  ['teacherNum', '任课教师'],
] as const

/** 各学校数据: what is there of every school of one area, and whom to ask for the rest. */
export function SchoolData({ exam }: { exam: Exam }) {
  const t = useT()
  const schools = useQuery({
    queryKey: factKey(exam.id, 'schools'),
    queryFn: () => callApi(findSchoolByExamId, { examId: exam.id }),
  })
  const names = new Map(useDictOptions('exam_area').options.map((one) => [one.value, one.label]))
  const [chosen, setChosen] = useTabState('area', '')
  if (schools.error) return <ErrorState error={schools.error} onRetry={() => void schools.refetch()} />
  if (!schools.data) return <Skeleton rows={6} />
  const taking = schools.data.filter((one) => one.isJoin === 1)
  const areas = [...new Set(taking.map((one) => one.areaCode ?? ''))]
  const [first] = areas
  if (first === undefined) return <Empty title={t('还没有参考学校')} />
  const areaCode = areas.includes(chosen) ? chosen : first
  return (
    <>
      <Radio.Group
        className="exam-areas"
        aria-label={t('县区')}
        optionType="button"
        value={areaCode}
        options={areas.map((value) => ({ value, label: names.get(value) ?? value }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Area examId={exam.id} areaCode={areaCode} />
    </>
  )
}

function Area({ examId, areaCode }: { examId: string; areaCode: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: factKey(examId, `school-data-${areaCode}`),
    queryFn: () => callApi(examSummaryArea, { examId, areaCode }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  const whole = data.filter((one) => one.isWhole === 1).length
  return (
    <>
      <PartHead hint={t('{n} 所学校，{whole} 所齐全', { n: data.length, whole })} />
      <div className="exam-matrix" tabIndex={0} role="region" aria-label={t('各学校数据')}>
        <table>
          <thead>
            <tr>
              <th>{t('学校')}</th>
              <th>{t('数据')}</th>
              {COUNTS.map(([key, title]) => (
                <th key={key}>{t(title)}</th>
              ))}
              <th>{t('最近更新')}</th>
              <th>{t('联系人')}</th>
              <th>{t('联系电话')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((line) => (
              <Line key={line.schoolCode} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Line({ line }: { line: SchoolLine }) {
  const t = useT()
  const isWhole = line.isWhole === 1
  return (
    <tr>
      <th scope="row">{line.schoolName}</th>
      <td className={isWhole ? 'is-whole' : 'is-error'}>{t(isWhole ? '齐全' : '不齐')}</td>
      {COUNTS.map(([key]) => (
        <td key={key}>{formatNumber(line[key] ?? 0)}</td>
      ))}
      <td>{line.lastTime ? formatMoment(line.lastTime) : ''}</td>
      <td>{line.linkMan}</td>
      <td>{line.phone}</td>
    </tr>
  )
}
