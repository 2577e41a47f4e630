import { defineCall } from '../../kit/call.ts'

const AUTH = '/api/blade-auth/oauth'

/** 客户端把本地错误日志发到这里；不结束会话。 */
export const sendLogs = defineCall('auth.sendLogs', {
  method: 'POST',
  path: `${AUTH}/logout`,
  title: '上传本地日志',
  access: 'public',
  body: 'array',
  answer: 'bare',
})
