import { ArrowRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { isOver, percentOf, useJobCancel } from '../../../platform/jobs/jobs.ts'
import { useCan } from '../../../platform/session/session.ts'
import type { Exam } from '../exam.ts'
import type { ExamJob } from '../use-exam-job.ts'
import type { NextStep } from './next-step.ts'
import { useStep } from './use-step.ts'

interface NextStepBarProps {
  exam: Exam
  step: NextStep
  work: ExamJob
  onPart: (part: string) => void
}

/** One sentence where the exam stands and the one button that takes it further; while work runs, how far it is. */
export function NextStepBar({ exam, step, work, onPart }: NextStepBarProps) {
  const t = useT()
  const can = useCan()
  const { take, codes } = useStep(exam, step, work, onPart)
  if (work.isBusy) return <WorkBar work={work} />
  return (
    <div className="exam-next">
      <p>
        <b>{t('下一步')}</b>
        {t(step.text)}
      </p>
      {codes.every((code) => can(code)) && (
        <Button
          type="primary"
          size="large"
          icon={<ArrowRightOutlined />}
          iconPlacement="end"
          onClick={() => void take()}
        >
          {t(step.label)}
        </Button>
      )}
    </div>
  )
}

function WorkBar({ work: { job } }: { work: ExamJob }) {
  const t = useT()
  const cancelling = useJobCancel()
  const isKnown = job !== undefined && !isOver(job)
  const percent = isKnown ? percentOf(job) : 0
  const amount = isKnown && job.total > 0 ? `${formatNumber(job.done)} / ${formatNumber(job.total)}` : ''
  return (
    <div className="exam-next is-busy" role="status">
      <p>
        <b>{isKnown ? job.title : t('计算中')}</b>
        {isKnown && [t(job.step), amount].filter(Boolean).join(' ')}
      </p>
      <progress max={100} value={percent > 0 ? percent : undefined} aria-label={t('计算中')} />
      {isKnown && (
        <Button loading={cancelling.isBusy} onClick={() => void cancelling.run(job.id)}>
          {t('取消')}
        </Button>
      )}
    </div>
  )
}
