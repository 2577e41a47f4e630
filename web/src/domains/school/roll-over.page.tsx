import type { RollOverSchool } from '@xueheng/contract/domains/school/roll-over.ts'
import { lastEndingYear } from '@xueheng/contract/domains/school/study-year.ts'
import type { JobView } from '@xueheng/contract/platform/jobs.ts'
import { Alert, InputNumber, Progress } from 'antd'
import { useState } from 'react'
import { wallTime } from '../../platform/i18n/clock.ts'
import { formatNumber } from '../../platform/i18n/format.ts'
import { type Translate, useT } from '../../platform/i18n/i18n.ts'
import { isOver, percentOf } from '../../platform/jobs/jobs.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { RollOverHistory } from './roll-over/RollOverHistory.tsx'
import { SchoolPlan } from './roll-over/SchoolPlan.tsx'
import { StartRollOver } from './roll-over/StartRollOver.tsx'
import { isBlocked, sumOf, usePreview, useRollOverJob } from './roll-over/use-roll-over.ts'
import './roll-over/roll-over.css'

/** 学年升级: what every class would become, then all of them at once, and the way back. */
export function Page() {
  const t = useT()
  const [year, setYear] = useState<number | null>(null)
  const { data: plan, error, isPending, refetch } = usePreview(year)
  const job = useRollOverJob()
  const isBusy = job !== undefined && !isOver(job)
  const schools = plan?.schools ?? []
  const blocked = schools.filter(isBlocked).length
  const reason = plan ? whyNot(t, plan, schools.length, blocked) : undefined
  return (
    <PageFrame
      title={t('学年升级')}
      hint={t('全部班级一起升级：先看试算，再执行。班级代码和入学年份不变，以往的考试不受影响。')}
      extra={plan && <StartRollOver {...{ reason, isBusy }} studyYear={plan.studyYear} counts={sumOf(schools)} />}
    >
      <div className="roll-over">
        {job && <Progressing job={job} />}
        <label className="roll-over-year">
          {t('结束的学年')}
          <InputNumber<number>
            min={1900}
            max={2998}
            precision={0}
            value={year ?? plan?.studyYear ?? null}
            onChange={setYear}
          />
        </label>
        {reason && <Alert type={blocked > 0 ? 'error' : 'info'} showIcon title={reason} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && <Skeleton rows={6} />}
        {plan && schools.length > 0 && <Plan studyYear={plan.studyYear} schools={schools} />}
        <RollOverHistory isBusy={isBusy} />
      </div>
    </PageFrame>
  )
}

function Progressing({ job }: { job: JobView }) {
  const t = useT()
  if (job.state === 'failed') return <Alert type="error" showIcon title={t(job.text)} />
  if (isOver(job)) return null
  return <Progress percent={percentOf(job)} aria-label={t(job.title)} format={() => t(job.step)} />
}

function Plan({ studyYear, schools }: { studyYear: number; schools: RollOverSchool[] }) {
  const t = useT()
  return (
    <>
      <p>
        {t('{num}所学校：升级{promotedNum}个班级、{studentNum}名学生，毕业{graduatedNum}个班级、{graduateNum}名学生', {
          ...numbersOf({ num: schools.length, ...sumOf(schools) }),
        })}
      </p>
      <SchoolPlan studyYear={studyYear} schools={schools} />
    </>
  )
}

function numbersOf(counts: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, formatNumber(count)]))
}

/** Why the plan cannot be carried out; nothing when it can. */
function whyNot(
  t: Translate,
  { studyYear, isDone }: { studyYear: number; isDone: number },
  schools: number,
  blocked: number,
): string | undefined {
  if (isDone === 1) return t('这个学年已经升级过')
  if (schools === 0) return t('这个学年没有要升级的班级')
  if (studyYear > lastEndingYear(wallTime())) return t('这个学年要到{1}年6月才能升级', { 1: studyYear + 1 })
  return blocked > 0 ? t('{num}所学校有班级不能升级，请先在“班级管理”中处理', { num: blocked }) : undefined
}
