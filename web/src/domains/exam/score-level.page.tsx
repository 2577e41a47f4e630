import { useT } from '../../platform/i18n/i18n.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import type { Exam } from './exam.ts'
import { defaultExam } from './exam-choice.ts'
import { LevelSection } from './level/LevelSection.tsx'
import { OneExam } from './OneExam.tsx'
import { useExamJob } from './use-exam-job.ts'
import './desk/desk.css'

/** 等级赋分: the levels of any exam. */
export function Page() {
  const t = useT()
  return (
    <PageFrame title={t('等级赋分')}>
      <OneExam first={defaultExam}>{(exam) => <Levels exam={exam} />}</OneExam>
    </PageFrame>
  )
}

function Levels({ exam }: { exam: Exam }) {
  const work = useExamJob(exam.id)
  return (
    <div className="exam-part is-alone">
      <LevelSection exam={exam} work={work} isAlone />
    </div>
  )
}
