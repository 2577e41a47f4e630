// expect: boundaries(dependencies)
export { declared } from '../school/declared.ts'
