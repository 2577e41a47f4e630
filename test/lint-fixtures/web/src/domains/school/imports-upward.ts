// expect: boundaries(dependencies)
export { exam } from '../exam/index.ts'
