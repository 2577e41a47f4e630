import { questionCourses } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, factKey } from '../exam.ts'
import { QuestionList } from './QuestionList.tsx'
import { QuestionTools } from './QuestionTools.tsx'
import { QuestionWide } from './QuestionWide.tsx'
import type { QuestionCourse } from './question-rows.ts'
import { StudentQuestions } from './StudentQuestions.tsx'

/** The courses of an exam with what is there of each, and the marks of the chosen one as a table or as a list. */
export function QuestionScores({ exam }: { exam: Exam }) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const [student, show] = useState<string>()
  const courses = useQuery({
    queryKey: factKey(exam.id, 'question-courses'),
    queryFn: () => callApi(questionCourses, { examId: exam.id }),
  })
  if (courses.error) return <ErrorState error={courses.error} onRetry={() => void courses.refetch()} />
  if (!courses.data) return <Skeleton rows={8} />
  const asked = courses.data.find((one) => one.courseName === search.get('course'))
  const shown = asked ?? courses.data.find((one) => one.rowNum > 0) ?? courses.data[0]
  const isList = search.get('view') === 'list'
  return (
    <div className="exam-part is-alone">
      <QuestionTools exam={exam} courses={courses.data} />
      {shown ? (
        <>
          <CourseTabs courses={courses.data} shown={shown.courseName} onShow={(course) => setSearch({ course })} />
          <Segmented
            className="question-views"
            aria-label={t('显示方式')}
            value={isList ? 'list' : 'wide'}
            options={[
              { value: 'wide', label: t('一人一行') },
              { value: 'list', label: t('一题一行') },
            ]}
            onChange={(view) => setSearch({ view: view === 'list' ? 'list' : undefined })}
          />
          {isList ? (
            <QuestionList key={shown.courseName} exam={exam} course={shown} onStudent={show} />
          ) : (
            <QuestionWide key={shown.courseName} exam={exam} course={shown} onStudent={show} />
          )}
          {student && (
            <StudentQuestions
              examId={exam.id}
              courseName={shown.courseName}
              studentNumber={student}
              onClose={() => show(undefined)}
            />
          )}
        </>
      ) : (
        <Empty title={t('还没有试卷题目')} hint={t('先在“试卷题目”里录入各科题目，再导入小题分')} />
      )}
    </div>
  )
}

interface CourseTabsProps {
  courses: QuestionCourse[]
  shown: string
  onShow: (courseName: string) => void
}

function CourseTabs({ courses, shown, onShow }: CourseTabsProps) {
  const t = useT()
  const told = ({ rowNum, studentNum, isArchived }: QuestionCourse) => {
    if (rowNum === 0) return t('没有小题分')
    return t(isArchived ? '{n} 人，已归档' : '{n} 人，未归档', { n: formatNumber(studentNum) })
  }
  return (
    <nav className="paper-courses" aria-label={t('科目')}>
      {courses.map((course) => (
        <button
          key={course.courseName}
          type="button"
          aria-current={course.courseName === shown ? 'true' : undefined}
          onClick={() => onShow(course.courseName)}
        >
          {t(course.courseName)}
          <small>{told(course)}</small>
        </button>
      ))}
    </nav>
  )
}
