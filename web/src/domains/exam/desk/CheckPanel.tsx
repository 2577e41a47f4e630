import type { CheckedKind } from '@xueheng/contract/domains/exam/import.ts'
import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { Button } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import type { Exam } from '../exam.ts'
import type { CheckOutcome } from '@xueheng/contract/domains/exam/exam-check.ts'
import { GatedButton } from '../GatedButton.tsx'
import type { ExamJob } from '../use-exam-job.ts'
import { checkExam } from './use-step.ts'

const LISTS: Record<CheckedKind, { title: string; path: string }> = {
  student: { title: '考生名单', path: '/bigdata/exam/examStudentImport' },
  score: { title: '成绩', path: '/bigdata/score/examScoreStudentCourseImport' },
}
const KINDS: CheckedKind[] = ['student', 'score']
/** check_status of rows with errors and with warnings. */
const ROW_STATUS = { error: 2, warning: 3 }

interface CheckPanelProps {
  exam: Exam
  work: ExamJob
  checks: CheckOutcome[]
}

/** What the last check of everything stored found, rule by rule; warnings are agreed to here. */
export function CheckPanel({ exam, work, checks }: CheckPanelProps) {
  const t = useT()
  const found = checks.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind))
  const errors = found.reduce((sum, one) => sum + one.errorNum, 0)
  const open = found.filter((one) => !one.isConfirmed).reduce((sum, one) => sum + one.warningNum, 0)

  const confirming = useAction(() => checkExam(work, exam.id, true), {
    confirm: () => ({
      text: t('共 {n} 条警告。确认后将记录您的姓名和时间，考试可以归档。', { n: open }),
      title: t('确认警告'),
      okText: t('确认并校验'),
    }),
    done: '',
  })

  return (
    <section className="exam-checks" aria-label={t('校验结果')}>
      <header className="exam-part-head">
        <h3>{t('校验结果')}</h3>
        <div className="exam-part-actions">
          <GatedButton
            exam={exam}
            action="check"
            code="examinfo_check"
            loading={work.isBusy}
            onClick={() => void checkExam(work, exam.id, false)}
          >
            {t('重新校验')}
          </GatedButton>
          {open > 0 && (
            <GatedButton
              exam={exam}
              action="check"
              code="examinfo_check"
              type="primary"
              loading={work.isBusy}
              reason={errors > 0 ? t('请先改正错误') : undefined}
              onClick={() => void confirming.run()}
            >
              {t('确认 {n} 条警告并校验', { n: open })}
            </GatedButton>
          )}
        </div>
      </header>
      <div className="exam-kinds">
        {found.map((outcome) => (
          <Outcome key={outcome.kind} exam={exam} outcome={outcome} />
        ))}
      </div>
    </section>
  )
}

function Outcome({ exam, outcome }: { exam: Exam; outcome: CheckOutcome }) {
  const t = useT()
  const { title, path } = LISTS[outcome.kind]
  return (
    <section className="exam-kind" aria-label={t(title)}>
      <header>
        <h3>{t(title)}</h3>
        <p className="exam-quiet">
          {formatMoment(outcome.checkedTime)} {outcome.isConfirmed && t('警告已确认')}
        </p>
      </header>
      {outcome.faults.length === 0 ? (
        <p className="exam-quiet">{t('没有发现问题')}</p>
      ) : (
        <ul className="exam-faults">
          {outcome.faults.map((fault) => (
            <li key={fault.code} className={`is-${fault.level}`}>
              <span>{t(CHECK_RULES[fault.code as CheckCode]?.title ?? '')}</span>
              <Button
                type="link"
                size="small"
                onClick={() => openTab(`${path}?examId=${exam.id}&checkStatus=${ROW_STATUS[fault.level]}`)}
              >
                {t('{n} 条', { n: formatNumber(fault.num) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
