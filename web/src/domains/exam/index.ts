export { ExamPicker } from './ExamPicker.tsx'
export { CorrectionButton } from './correction/CorrectionButton.tsx'
export { type ExamChoice, ALL_COURSES, defaultExam, rememberExam, useCourses, useExams } from './exam-choice.ts'
