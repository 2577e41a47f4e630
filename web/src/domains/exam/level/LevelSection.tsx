import { useQuery } from '@tanstack/react-query'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { NORMAL_MODEL } from '@xueheng/contract/domains/exam/level/level-models.ts'
import {
  deployExamScoreLevel,
  getScoreLevelMarks,
  getScoreLevelParams,
  saveScoreLevelParams,
} from '@xueheng/contract/domains/exam/level/level-calls.ts'
import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { problemOfLevels } from '@xueheng/contract/domains/exam/level/level-problems.ts'
import { type Assigned, assignLevels } from '@xueheng/contract/domains/exam/level/level-score.ts'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { PartProps } from '../desk/part-props.ts'
import { type Exam, factKey, statusOf, useExamAction, whyNot } from '../exam.ts'
import { useExamCourses } from '../exam-facts.ts'
import { GatedButton } from '../GatedButton.tsx'
import { PartHead } from '../PartHead.tsx'
import { LevelCourses, useModelOptions } from './LevelCourses.tsx'
import { LevelCurve } from './LevelCurve.tsx'
import { LevelGrades } from './LevelGrades.tsx'
import { LevelOptionsForm } from './LevelOptionsForm.tsx'
import { curvesOf } from './level-curve.ts'
import { problemOfDraft, withGrades, withModel, withModelForAll } from './level-drafts.ts'
import './level.css'

interface LevelSectionProps extends PartProps {
  /** The page has the title already. */
  isAlone?: boolean
}

/** 等级赋分: which course follows which model; the grades of one course with what they make of the marks, before anything is saved. */
export function LevelSection({ exam, work, isAlone = false }: LevelSectionProps) {
  const can = useCan()
  const courses = useExamCourses(exam.id)
  const stored = useQuery({
    queryKey: factKey(exam.id, 'level-params'),
    queryFn: () => callApi(getScoreLevelParams, { examId: exam.id }),
    select: (rows) => ({
      params: rows.map(({ isApplied: _isApplied, ...param }): LevelParam => param),
      isApplied: rows.every((row) => row.isApplied === 1),
    }),
    enabled: can('examscorelevel_view'),
  })
  const [draft, setDraft] = useTabState<LevelParam[] | null>('levels', null)
  const t = useT()
  if (!can('examscorelevel_view')) return <Empty title={t('没有查看等级赋分的权限')} />
  const error = stored.error ?? courses.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([stored.refetch(), courses.refetch()])} />
  if (!stored.data || !courses.data) return <Skeleton rows={6} />
  const params = draft ?? stored.data.params
  const isLocked = whyNot(exam, 'editLevel') !== undefined || !can('examscorelevel_save')
  const names = courses.data.map(({ courseName }) => courseName)
  return (
    <>
      <LevelHead
        {...{ exam, work, params, draft, names, isLocked, isAlone, setDraft }}
        isApplied={stored.data.isApplied}
      />
      <LevelDesk {...{ exam, params, names, isLocked }} onChange={setDraft} />
    </>
  )
}

interface LevelHeadProps extends PartProps {
  params: LevelParam[]
  draft: LevelParam[] | null
  names: string[]
  isApplied: boolean
  isLocked: boolean
  isAlone: boolean
  setDraft: (params: LevelParam[] | null) => void
}

function LevelHead({ exam, work, params, draft, names, isApplied, isLocked, isAlone, setDraft }: LevelHeadProps) {
  const t = useT()
  const models = useModelOptions()
  const problem = problemOfDraft(params)
  const saving = useExamAction(
    exam.id,
    () => callApi(saveScoreLevelParams, { examId: exam.id, deployLevelParams: params }),
    { done: '等级赋分参数已保存，赋分后生效', onDone: () => setDraft(null) },
  )
  const how = isLocked ? undefined : '原始分保留，赋分另存；保存后点「赋分」，重新合成总分、排名和指标。'
  const hint = whyNot(exam, 'editLevel') ?? how
  return (
    <PartHead title={isAlone ? undefined : '等级赋分'} hint={hint}>
      {!isLocked && (
        <Select
          aria-label={t('统一赋分模型')}
          placeholder={t('统一赋分模型')}
          value={null}
          options={models}
          popupMatchSelectWidth={false}
          onChange={(model: string) => setDraft(withModelForAll(params, names, model))}
        />
      )}
      {draft && <Button onClick={() => setDraft(null)}>{t('放弃修改')}</Button>}
      <GatedButton
        exam={exam}
        action="editLevel"
        code="examscorelevel_save"
        type="primary"
        loading={saving.isBusy}
        reason={draft === null ? t('没有改动') : problem && `${t(problem.courseName)} ${t(problem.text)}`}
        onClick={() => void saving.run()}
      >
        {t('保存参数')}
      </GatedButton>
      <GatedButton
        exam={exam}
        action="process"
        code="examinfo_process"
        loading={work.isBusy}
        reason={draft ? t('请先保存参数') : params.length === 0 ? t('还没有按等级赋分的科目') : undefined}
        onClick={() => void work.run(() => callApi(deployExamScoreLevel, { examId: exam.id }))}
      >
        {t(isApplied && params.length > 0 ? '重新赋分' : '赋分')}
      </GatedButton>
    </PartHead>
  )
}

interface LevelDeskProps {
  exam: Exam
  params: LevelParam[]
  names: string[]
  isLocked: boolean
  onChange: (params: LevelParam[]) => void
}

function LevelDesk({ exam, params, names, isLocked, onChange }: LevelDeskProps) {
  const t = useT()
  const [wanted, show] = useState<string>()
  const marks = useMarks(exam)
  const assigned = useAssigned(params, marks.data)
  const own = params.find(({ courseName }) => courseName === wanted) ?? params[0]
  return (
    <>
      <LevelCourses
        {...{ params, assigned, isLocked }}
        courseNames={names}
        shown={own?.courseName}
        onShow={show}
        onModel={(name, model) => {
          onChange(withModel(params, name, model))
          show(name)
        }}
      />
      {marks.error && <ErrorState error={marks.error} onRetry={() => void marks.refetch()} />}
      {own ? (
        <CourseLevels
          {...{ params, isLocked, onChange }}
          param={own}
          assigned={assigned.get(own.courseName)}
          course={marks.data?.find(({ courseName }) => courseName === own.courseName)}
        />
      ) : (
        <Empty
          title={t('还没有按等级赋分的科目')}
          hint={isLocked ? undefined : t('给再选科目选一个赋分模型，立即看到各等级的区间和人数')}
        />
      )}
    </>
  )
}

interface CourseLevelsProps {
  params: LevelParam[]
  param: LevelParam
  assigned: Assigned | undefined
  course: CourseMarks | undefined
  isLocked: boolean
  onChange: (params: LevelParam[]) => void
}

/** One course: what is left open, its grades, and its marks before and after. */
function CourseLevels({ params, param, assigned, course, isLocked, onChange }: CourseLevelsProps) {
  const t = useT()
  const problem = problemOfLevels(param)
  const { courseName, grades, options, model } = param
  const highest = Math.max(course?.examScore ?? 0, grades[0]?.t2 ?? 0)
  return (
    <section className="level-course" aria-label={t('{course}的等级赋分', { course: t(courseName) })}>
      <h3>{t(courseName)}</h3>
      <LevelOptionsForm
        {...{ options, isLocked }}
        onChange={(change) =>
          onChange(params.map((one) => (one === param ? { ...one, options: { ...options, ...change } } : one)))
        }
      />
      {problem && (
        <p className="exam-problem" role="alert">
          {t(problem.text)}
        </p>
      )}
      <LevelGrades
        {...{ courseName, grades, assigned }}
        faultRow={problem?.row}
        isLocked={isLocked || model === NORMAL_MODEL}
        onChange={(next) => onChange(withGrades(params, courseName, next))}
      />
      {course && assigned && <LevelCurve {...curvesOf(course.marks, assigned.marks, highest)} />}
    </section>
  )
}

type CourseMarks = Awaited<ReturnType<typeof askMarks>>[number]

function askMarks(examId: string) {
  return callApi(getScoreLevelMarks, { examId })
}

/** Asked once for the marks as they are archived, whatever else changes: grades are tried here. */
function useMarks(exam: Exam) {
  const can = useCan()
  return useQuery({
    queryKey: ['level-marks', exam.id, exam.factsVersion, exam.ruleJson?.isCountOnly],
    queryFn: () => askMarks(exam.id),
    staleTime: Infinity,
    retry: false,
    enabled: can('examscorelevel_save') && statusOf(exam) >= examStates.states.archived.value,
  })
}

/** What the parameters make of the marks, by course; a course whose grades cannot be is left out. */
function useAssigned(params: LevelParam[], courses: CourseMarks[] | undefined): Map<string, Assigned> {
  return useMemo(() => {
    const sound = params.filter((param) => problemOfLevels(param) === undefined)
    return new Map(
      sound.flatMap((param) => {
        const course = courses?.find(({ courseName }) => courseName === param.courseName)
        return course ? [[param.courseName, assignLevels(course.marks, param, (course.examScore ?? 0) * 10)]] : []
      }),
    )
  }, [params, courses])
}
