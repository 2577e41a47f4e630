export { school } from './inside.ts'
