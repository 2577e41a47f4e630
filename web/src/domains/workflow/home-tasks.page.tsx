export { OpenTasks as Page } from './OpenTasks.tsx'
