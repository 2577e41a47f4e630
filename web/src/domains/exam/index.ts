export { ExamPicker } from './ExamPicker.tsx'
export { CorrectionButton } from './correction/CorrectionButton.tsx'
export { StudentCorrection } from './correction/StudentCorrection.tsx'
export {
  type ExamChoice,
  ALL_COURSES,
  defaultExam,
  rememberExam,
  useCourses,
  useExams,
  useQuestionCourse,
} from './exam-choice.ts'
export { AreaSchools } from './overview/AreaSchools.tsx'
export { type Overview, tallies, useOverview } from './overview/use-overview.ts'
export { factKey } from './exam.ts'
export { StateBadge } from './StateBadge.tsx'
