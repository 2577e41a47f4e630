import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { expect, test } from 'vitest'
import { makeExam } from '../_exam.ts'
import type { ExamFacts } from '../exam-facts.ts'
import { nextStep } from './next-step.ts'

const FACTS: ExamFacts = {
  courses: 2,
  students: 72,
  scores: 144,
  errors: 0,
  warnings: 0,
  isChecked: false,
  isQuestionStaged: false,
}
const kindsWith = (more: Partial<ExamFacts>) =>
  Object.values(examStates.states).map(
    ({ value }) => nextStep(makeExam({ examStatus: value }), { ...FACTS, ...more }).kind,
  )

test('question scores that are not archived come before computing, packing and publishing, wherever they may be archived', () => {
  const [draft, imported, checked, , processing, , , published, sealed] = kindsWith({})
  expect(kindsWith({ isQuestionStaged: true })).toEqual([
    draft,
    imported,
    checked,
    'archiveQuestion',
    processing,
    'archiveQuestion',
    'archiveQuestion',
    published,
    sealed,
  ])
})
