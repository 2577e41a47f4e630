import { type ExamCourse, getExamCourseList, submitCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, get } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useExams } from '../exam-choice.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { message } from '../../../platform/ui/message.ts'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { PartProps } from '../desk/part-props.ts'
import { type Exam, useExamAction, whyNot } from '../exam.ts'
import { useExamCourses } from '../exam-facts.ts'
import { GatedButton } from '../GatedButton.tsx'
import { PartHead } from '../PartHead.tsx'
import { coursesOfGrade } from './grade-courses.ts'
import { CourseTable } from './CourseTable.tsx'
import { type CourseRow, PRESET_312, coursesOf, problemsOf, rowOf } from './course-rows.ts'

/** 考试科目: a table that is edited in place and saved as a whole. */
export function CourseSection({ exam }: PartProps) {
  const t = useT()
  const stored = useExamCourses(exam.id)
  const [draft, setDraft] = useTabState<CourseRow[] | null>('courses', null)
  const saving = useExamAction(
    exam.id,
    (rows: CourseRow[]) => callApi(submitCourse, { examId: exam.id, courses: coursesOf(rows) }),
    { done: '科目已保存', onDone: () => setDraft(null) },
  )
  if (stored.error) return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
  if (!stored.data) return <Skeleton rows={6} />
  const rows = draft ?? keyed(stored.data)
  const problems = problemsOf(rows)
  const faults = Object.keys(problems).length
  const refusal = whyNot(exam, 'editCourse')

  return (
    <>
      <PartHead
        title="考试科目"
        hint={refusal ?? '导入时按科目和别名识别列。界线留空时，按统计口径的比例计算（灰色数字）。'}
      >
        {!refusal && <FillMenu exam={exam} onFill={(courses) => setDraft(courses.map(rowOf))} />}
        {draft && <Button onClick={() => setDraft(null)}>{t('放弃修改')}</Button>}
        <GatedButton
          exam={exam}
          action="editCourse"
          code="examinfo_edit"
          type="primary"
          loading={saving.isBusy}
          reason={draft === null ? t('没有改动') : faults > 0 ? t('请先改正标红的内容') : undefined}
          onClick={() => void saving.run(rows)}
        >
          {t('保存科目')}
        </GatedButton>
      </PartHead>
      <CourseTable
        rows={rows}
        rule={{ ...DEFAULT_RULE, ...exam.ruleJson }}
        problems={draft ? problems : {}}
        isLocked={refusal !== undefined}
        onChange={setDraft}
      />
      {!refusal && (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => setDraft([...rows, rowOf({})])}>
          {t('增加科目')}
        </Button>
      )}
    </>
  )
}

/** Rows of one answer keep their keys while it is drawn again and again. */
const known = new WeakMap<ExamCourse[], CourseRow[]>()

function keyed(courses: ExamCourse[]): CourseRow[] {
  const rows = known.get(courses) ?? courses.map(rowOf)
  known.set(courses, rows)
  return rows
}

interface FillMenuProps {
  exam: Exam
  onFill: (courses: Partial<ExamCourse>[]) => void
}

/** Courses are seldom typed: those of the grade, the usual set, or those of an earlier exam. */
function FillMenu({ exam, onFill }: FillMenuProps) {
  const t = useT()
  const can = useCan()
  const others = (useExams().data ?? []).filter(({ id }) => id !== exam.id).slice(0, 8)

  const filling = useAction(
    async (key: string): Promise<Partial<ExamCourse>[]> => {
      if (key === '312') return PRESET_312
      if (key === 'grade') return coursesOfGrade(exam)
      return get<ExamCourse[]>(getExamCourseList.path, { examId: key })
    },
    {
      done: '',
      onDone: (courses) =>
        courses.length > 0 ? onFill(courses) : message.warning(t('没有可以填入的科目，请先在“年级课程”中设置')),
    },
  )

  const earlier = others.map(({ id, examName }) => ({ key: id, label: examName }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...(can('basicgradecourse_view') ? [{ key: 'grade', label: t('本年级的年级课程') }] : []),
          { key: '312', label: t('高考 3+1+2 全部科目') },
          ...(earlier.length > 0 ? [{ type: 'group' as const, label: t('沿用已有考试'), children: earlier }] : []),
        ],
        onClick: ({ key }) => void filling.run(key),
      }}
    >
      <Button>{t('快速填入')}</Button>
    </Dropdown>
  )
}
