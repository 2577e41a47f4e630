import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { type Exam, isStale, statusOf } from '../exam.ts'
import type { ExamFacts } from '../exam-facts.ts'

/** What is to be done next with an exam: what the button does, and one sentence why. */
export interface NextStep {
  kind:
    | 'course'
    | 'student'
    | 'score'
    | 'check'
    | 'mend'
    | 'confirm'
    | 'archive'
    | 'archiveQuestion'
    | 'process'
    | 'wait'
    | 'package'
    | 'publish'
    | 'republish'
    | 'read'
  label: string
  text: string
}

const { states } = examStates

const ARCHIVE_QUESTION: NextStep = {
  kind: 'archiveQuestion',
  label: '归档小题分',
  text: '小题分已导入，还没有归档。归档后才进入试题分析、知识点和讲评单。',
}

/** The one way forward, from the state of the exam and what is known of its data. */
export function nextStep(exam: Exam, facts: ExamFacts): NextStep {
  const isQuestionNext = facts.isQuestionStaged && canDo(examStates, 'archiveQuestion', statusOf(exam))
  return isQuestionNext ? ARCHIVE_QUESTION : stepOfState(exam, facts)
}

function stepOfState(exam: Exam, facts: ExamFacts): NextStep {
  switch (statusOf(exam)) {
    case states.draft.value:
    case states.imported.value:
      return stepBeforeCheck(facts)
    case states.checked.value:
      return { kind: 'archive', label: '归档', text: '校验已通过。归档后名单和成绩不再改动，可以开始计算。' }
    case states.archived.value:
      return { kind: 'process', label: '开始计算', text: '数据已归档。计算总分、名次和各项指标。' }
    case states.processing.value:
      return { kind: 'wait', label: '查看进度', text: '正在计算，各报表仍显示上一版数据。' }
    case states.processed.value:
      return { kind: 'package', label: '生成报表', text: '计算已完成。生成报表后即可预览报表并发布。' }
    case states.packaged.value:
      return isStale(exam)
        ? { kind: 'package', label: '重新生成报表', text: '数据或口径在生成报表之后有变化，重新生成报表后才能发布。' }
        : { kind: 'publish', label: '发布', text: '报表已就绪。发布后各学校即可查看自己的报表。' }
    case states.published.value:
      return isStale(exam)
        ? {
            kind: 'republish',
            label: '重新计算并发布',
            text: '数据已更新，各学校看到的仍是旧版。重新计算，新版就绪后代替旧版。',
          }
        : { kind: 'read', label: '查看报表', text: '报表已发布。' }
    default:
      return { kind: 'read', label: '查看报表', text: '考试已封存，只能查看。' }
  }
}

/** Courses, list, marks, check: the first that is missing. */
function stepBeforeCheck({ courses, students, scores, errors, warnings, isChecked }: ExamFacts): NextStep {
  if (courses === 0)
    return { kind: 'course', label: '设置考试科目', text: '先确定科目和满分，导入时据此识别列和核对分数。' }
  if (students === 0) return { kind: 'student', label: '导入考生', text: '科目已设置。请导入考生名单。' }
  if (scores === 0) return { kind: 'score', label: '导入成绩', text: '考生名单已导入。请导入各科成绩。' }
  if (isChecked && errors > 0) return { kind: 'mend', label: '查看问题', text: '校验发现错误，改正后再校验一次。' }
  if (isChecked && warnings > 0) return { kind: 'confirm', label: '确认警告', text: '没有错误，但有需要您确认的警告。' }
  return { kind: 'check', label: '校验', text: '名单和成绩已导入。校验全部数据后即可归档。' }
}
