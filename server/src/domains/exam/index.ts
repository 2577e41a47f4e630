export { ENGINE_VERSION } from './compute/plan-record.ts'
