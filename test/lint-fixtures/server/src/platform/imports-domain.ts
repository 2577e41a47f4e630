// expect: boundaries(dependencies)
export { school } from '../domains/school/index.ts'
