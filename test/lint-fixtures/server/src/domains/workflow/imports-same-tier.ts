// expect: boundaries(dependencies)
export { school } from '../school/index.ts'
