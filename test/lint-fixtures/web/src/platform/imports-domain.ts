// expect: boundaries(dependencies)
export { page } from '../domains/school/page.ts'
