// expect: nothing
export { job } from '../../platform/job.ts'
