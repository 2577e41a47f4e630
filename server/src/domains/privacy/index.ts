export { requestReminding } from './remind.ts'
