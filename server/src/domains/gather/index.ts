export { receiveStudents, receiveTeachers } from './receive.ts'
export { type CollectedRows, collectedStudents, collectedTeachers } from './sources.ts'
export { gatherClosing } from './tasks.ts'
