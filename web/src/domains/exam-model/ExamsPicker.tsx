import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import type { ExamChoice } from '../exam/index.ts'
import { useCan } from '../../platform/session/session.ts'

const READABLE: number[] = [examStates.states.published.value, examStates.states.sealed.value]

/** Exams whose packages are out, the newest first; none for who may not see exams. */
export function usePublishedExams(): ExamChoice[] {
  const mayRead = useCan()('examinfo_view')
  const { data = [] } = useQuery({
    queryKey: ['labels', examInfo.name, 'choices'],
    queryFn: () => get<ExamChoice[]>(`${examInfo.paths[0]}/listall`),
    staleTime: 60_000,
    enabled: mayRead,
  })
  return data.filter((exam) => READABLE.includes(exam.examStatus))
}

interface ExamsPickerProps {
  value: string[]
  onChange: (examIds: string[]) => void
}

/** Exams in the order they are picked: the first is evaluated, the last is where the students came from. */
export function ExamsPicker({ value, onChange }: ExamsPickerProps) {
  const t = useT()
  const exams = usePublishedExams()
  return (
    <Select
      mode="multiple"
      className="model-exams"
      aria-label={t('考试')}
      value={value}
      onChange={onChange}
      maxCount={10}
      maxTagCount="responsive"
      placeholder={t('选择已发布的考试')}
      title={t('第一个是本次考试；选了多个时，最后一个是入口考试')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={360}
      options={exams.map((exam) => ({ value: exam.id, label: exam.examName }))}
    />
  )
}
