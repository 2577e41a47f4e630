export { classCodeOf, enterYearOf, gradeName, stageOfGrade } from './grade.ts'
export { findSchool } from './schools.ts'
