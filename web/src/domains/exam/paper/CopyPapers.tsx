import { copyPapers } from '@xueheng/contract/domains/exam/paper/paper-calls.ts'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { message } from '../../../platform/ui/message.ts'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import { ExamPicker } from '../ExamPicker.tsx'
import { factKey } from '../exam.ts'
import { useExams } from '../exam-choice.ts'
import { type PaperLine, usePaperList } from './papers.ts'

interface CopyPapersProps {
  examId: string
  /** The papers of the exam itself. */
  papers: PaperLine[]
  onClose: () => void
}

/** Takes the questions of another exam over, course by course. */
export function CopyPapers({ examId, papers, onClose }: CopyPapersProps) {
  const t = useT()
  const exams = (useExams().data ?? []).filter((exam) => exam.id !== examId)
  const [fromExamId, setFrom] = useState<string>()
  const [chosen, choose] = useState<string[]>([])
  const [isReplace, setReplace] = useState(false)
  const copying = useAction(
    () =>
      callApi(copyPapers, { examId, fromExamId: fromExamId ?? '', courseNames: chosen, isReplace: isReplace ? 1 : 0 }),
    {
      isInline: true,
      done: '',
      changes: [factKey(examId, 'papers'), factKey(examId, 'paper')],
      onDone(copied) {
        const done = copied.filter((one) => one.message === '')
        const left = copied.filter((one) => one.message !== '')
        if (done.length > 0) message.success(t('已沿用 {n} 科的题目', { n: done.length }))
        for (const one of left) message.warning(`${t(one.courseName)}：${t(one.message)}`)
        onClose()
      },
    },
  )
  return (
    <AppModal
      open
      title={t('从另一次考试沿用题目')}
      okText={t('沿用')}
      okButtonProps={{ disabled: chosen.length === 0, loading: copying.isBusy }}
      onOk={() => void copying.run()}
      onCancel={() => copying.isBusy || onClose()}
    >
      <RefusalNote text={copying.refusal} />
      <div className="paper-copy">
        <ExamPicker
          exams={exams}
          value={fromExamId}
          onChange={(id) => {
            setFrom(id)
            choose([])
          }}
        />
        {fromExamId && <Courses {...{ fromExamId, papers, chosen, isReplace }} onChoose={choose} />}
        <Checkbox checked={isReplace} onChange={(event) => setReplace(event.target.checked)}>
          {t('代替已有的题目')}
        </Checkbox>
      </div>
    </AppModal>
  )
}

interface CoursesProps {
  fromExamId: string
  papers: PaperLine[]
  chosen: string[]
  isReplace: boolean
  onChoose: (courses: string[]) => void
}

function Courses({ fromExamId, papers, chosen, isReplace, onChoose }: CoursesProps) {
  const t = useT()
  const found = usePaperList(fromExamId).data
  if (!found) return null
  const own = new Map(papers.map((one) => [one.courseName, one]))
  const courses = found.filter((one, at) => found.findIndex((other) => other.courseName === one.courseName) === at)
  const offered = courses.filter((one) => one.questionNum > 0 && own.has(one.courseName))
  if (offered.length === 0) return <p className="exam-quiet">{t('这次考试没有可沿用的题目')}</p>
  return (
    <Checkbox.Group
      className="paper-copy-courses"
      value={chosen}
      onChange={onChoose}
      options={offered.map(({ courseName, questionNum, total }) => ({
        value: courseName,
        disabled: !isReplace && (own.get(courseName)?.questionNum ?? 0) > 0,
        label: (
          <>
            {t(courseName)} <small>{t('{n} 题，{mark} 分', { n: questionNum, mark: total })}</small>
            {(own.get(courseName)?.questionNum ?? 0) > 0 && <small> · {t('已有题目')}</small>}
          </>
        ),
      }))}
    />
  )
}
