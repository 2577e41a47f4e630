// expect: nothing
export { page } from '../school/index.ts'
