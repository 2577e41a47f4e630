// expect: boundaries(dependencies)
export { school } from '../school/inside.ts'
