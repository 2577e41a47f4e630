export { classCodeOf, enterYearOf, gradeName, stageOfGrade } from './grade.ts'
export { areaOfSchool, findSchool } from './schools.ts'
export { removeUnitsOf } from './user-units.ts'
export { isFor } from './asked-schools.ts'
