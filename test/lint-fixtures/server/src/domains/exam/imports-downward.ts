// expect: nothing
export { school } from '../school/index.ts'
