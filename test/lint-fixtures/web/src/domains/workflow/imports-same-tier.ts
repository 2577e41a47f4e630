// expect: boundaries(dependencies)
export { page } from '../school/index.ts'
