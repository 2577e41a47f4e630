export { ExamPicker } from './ExamPicker.tsx'
export { type ExamChoice, ALL_COURSES, defaultExam, rememberExam, useCourses, useExams } from './exam-choice.ts'
