export { tellByWechat } from './tell-parents.ts'
