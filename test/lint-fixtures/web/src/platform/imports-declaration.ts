// expect: boundaries(dependencies)
export { school } from '@xueheng/contract/domains/school/index.ts'
