// expect: boundaries(dependencies)
export { job } from '../platform/job.ts'
