export { OwnInfo } from './OwnInfo.tsx'
export { OwnPassword } from './OwnPassword.tsx'
