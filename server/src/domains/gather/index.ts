export { gatherClosing } from './tasks.ts'
