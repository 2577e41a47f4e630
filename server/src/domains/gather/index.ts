export { receiveStudents, receiveTeachers } from './receive.ts'
export { type CollectedRows, collectedStudents, collectedTeachers } from './sources.ts'
export { gatherClosing } from './tasks.ts'
export { type CollectedHighExam, findPassedHighExams, markArchived, takeBackHighExams } from './high-exam/archive.ts'
