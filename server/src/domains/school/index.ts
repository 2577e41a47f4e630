export { enrolledCounts, enrolledStudents, everyEnrolled } from './enrolled.ts'
export { ENROLLED_COUNTS } from './tables.ts'
export { assertStage, classCodeOf, enterYearOf, gradeName, stageOfGrade, stagesOfGrade } from './grade.ts'
export { areaOfSchool, findSchool } from './schools.ts'
export type { CollectedStudent } from './collected-student.ts'
export { compareStudents } from './compare-students.ts'
export { keepStudents } from './keep-students.ts'
export type { CollectedTeaching } from './collected-teaching.ts'
export { compareTeachers } from './compare-teachers.ts'
export { keepTeachers } from './keep-teachers.ts'
export { findClass } from './teachers.ts'
export { removeUnitsOf } from './user-units.ts'
export { findPlaceIn, holdTaskOf } from './task/hold-task.ts'
export {
  type Tenants,
  checkTask,
  checkTaskRemoval,
  closeByClock,
  closeOverdue,
  moveTask,
  openTask,
  reopenTask,
} from './task/move-task.ts'
export { type SchoolTask, isTaskFor, limitToAsked, taskStateOf } from './task/school-task.ts'
