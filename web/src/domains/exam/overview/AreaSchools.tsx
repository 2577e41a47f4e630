import type { OverviewArea, OverviewExam } from '@xueheng/contract/domains/exam/overview.ts'
import { examSummaryArea } from '@xueheng/contract/domains/exam/school-data.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import './area-schools.css'

const MINUTE = 60_000
const TURN_MS = 20_000
const MOST_SCHOOLS = 8

interface AreaSchoolsProps {
  exam: OverviewExam
  areas: OverviewArea[]
}

/** The schools of one area after the other, and whether their data of the newest exam with students are whole; gaps first. */
export function AreaSchools({ exam, areas }: AreaSchoolsProps) {
  const t = useT()
  const [at, setAt] = useState(0)
  const area = areas[at % areas.length]
  useEffect(() => {
    const timer = setTimeout(() => setAt((at + 1) % Math.max(1, areas.length)), TURN_MS)
    return () => clearTimeout(timer)
  }, [at, areas.length])
  if (!area) return null
  return (
    <div className="wall-schools">
      <h2>
        {t('各学校数据')} <small>{exam.examName}</small>
      </h2>
      <div className="wall-areas">
        {areas.map((one, index) => (
          <button
            key={one.areaCode}
            type="button"
            aria-pressed={one.areaCode === area.areaCode}
            onClick={() => setAt(index)}
          >
            {one.areaName}
          </button>
        ))}
      </div>
      <Schools examId={exam.examId} areaCode={area.areaCode} />
    </div>
  )
}

function Schools({ examId, areaCode }: { examId: string; areaCode: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['exam', 'school-data', examId, areaCode],
    queryFn: () => callApi(examSummaryArea, { examId, areaCode }),
    refetchInterval: MINUTE,
    retry: false,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />
  if (data.length === 0) return <Empty title={t('该县区没有参加这次考试的学校')} />
  const shown = data.toSorted((one, other) => Number(one.isWhole) - Number(other.isWhole)).slice(0, MOST_SCHOOLS)
  const whole = data.filter((one) => one.isWhole === 1).length
  return (
    <>
      <p>{t('{n} 所学校，{whole} 所齐全', { n: data.length, whole })}</p>
      <table className="wall-table">
        <thead>
          <tr>
            <th scope="col">{t('学校')}</th>
            <th scope="col">{t('学生')}</th>
            <th scope="col">{t('缺成绩')}</th>
            <th scope="col">{t('错误')}</th>
            <th scope="col">{t('数据')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((school) => (
            <tr key={school.schoolCode}>
              <th scope="row">{school.schoolName}</th>
              <td>{formatNumber(Math.max(school.importNum ?? 0, school.archivedNum ?? 0))}</td>
              <td>{formatNumber(school.missingNum ?? 0)}</td>
              <td>{formatNumber(school.errorNum ?? 0)}</td>
              <td className={school.isWhole === 1 ? 'is-whole' : 'is-gap'}>
                {t(school.isWhole === 1 ? '齐全' : '不齐')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
