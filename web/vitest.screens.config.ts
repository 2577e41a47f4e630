import { SCREENS, webTests } from './vitest.config.ts'

// Screens bring editors and diagrams that leave what they hold to the page: each file has a process of its own.
export default webTests('screens', false, SCREENS)
