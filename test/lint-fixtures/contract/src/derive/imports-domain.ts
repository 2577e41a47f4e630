// expect: boundaries(dependencies)
export { declared } from '../domains/school/declared.ts'
