// expect: boundaries(dependencies)
export { page } from '../school/page.ts'
